import type { z } from 'zod'
import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { FlagPromise, SavePromiseInput, Statement } from '../../../shared/features/promises/schemas/promise.ts'
import { limits } from '../../../shared/limits.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx, proverOf } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { withProofs } from '../../platform/threads/patterns/with-proofs.ts'
import { getFlag } from '../flags/get-flag.ts'
import { invariantRefusal } from '../publishing/check-invariants.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { invariantStatesIn, readEnvironmentDatafiles } from './invariant-states.ts'
import {
  bumpInvariantsVersion,
  findInvariant,
  type InvariantRow,
  invariantsOf,
  lockInvariants,
  upsertInvariant,
} from './queries.ts'
import { checkStatement, readStatement, subjectsOfStatement } from './read-statement.ts'
import { requireEnvironments } from './require-environments.ts'
import { editableInvariantFields, invariantView } from './view.ts'

type Input = Omit<z.output<typeof SavePromiseInput>, 'project'>

/**
 * Creates or edits a promise. An enforced promise must be kept at this time; otherwise this throws `promise/broken`
 * with an example. A promise that was broken since it was made can still be reworded or set to only watch. Requires the
 * permission in all environments where it applies or applied before.
 */
export async function saveInvariant(ctx: ProjectCtx, input: Input): Promise<FlagPromise> {
  const statement = readStatement(input.sentence)
  if (input.flag !== null && statement.flag !== input.flag) {
    const problem = `it is about ${statement.flag}`
    throw new FanionError('promise/unreadable', {
      problems: [{ path: 'sentence', problem, expected: `an example of ${input.flag}` }],
    })
  }
  // proven before taking locks; results are cached until the documents change
  const first = await readEnvironmentDatafiles(ctx, await requireEnvironments(ctx, input.environments))
  const datafiles = first.map(({ datafile }) => datafile)
  await withProofs(proverOf(ctx), async () => checkStatement(statement, datafiles))
  await invariantStatesIn(ctx, statement, first)

  return inTransaction(ctx, async (tx) => {
    await lockInvariants(tx.db, tx.project)
    const was = await findInvariant(tx.db, tx.project, input.key)
    refuseKey(input, was)
    const flag = input.flag === null ? null : await getFlag(tx, input.flag)
    const there = await requireEnvironments(tx, input.environments)
    const before = was === undefined ? [] : await environmentsOfInvariant(tx, was)
    const touched = [...there, ...before.filter((one) => !there.some(({ id }) => id === one.id))]
    const permission = input.flag !== null && (was === undefined || was.flag !== null) ? 'flag.edit' : 'promise.edit'
    for (const { role, name } of touched) requirePermission(role, permission, name)
    if (input.environments === null && tx.project.environments !== null)
      requirePermission('viewer', permission, tx.project.name)
    if (was === undefined) refuseTooMany(await invariantsOf(tx.db, tx.project), input.flag)

    for (const environment of touched.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await lockEnvironment(tx.db, environment)
    const grounds = await readEnvironmentDatafiles(tx, there)
    const states = await invariantStatesIn(tx, statement, grounds)
    if (input.force === 'refuses') refuseBroken(input, statement, was, there, states)
    const row = {
      id: was?.id ?? tx.newId(),
      projectId: tx.project.id,
      key: was?.key ?? input.key,
      name: input.name,
      statement: JSON.stringify(statement),
      environments: input.environments,
      force: input.force,
      why: input.why,
      flagId: flag?.id ?? null,
      ownerId: was === undefined ? personIdOf(tx.actor) : was.ownerId,
      ownerName: was === undefined ? tx.actor.name : was.ownerName,
      createdAt: was?.createdAt ?? tx.now(),
    }
    await upsertInvariant(tx.db, row, subjectsOfStatement(statement))
    await bumpInvariantsVersion(
      tx.db,
      touched.map(({ id }) => id),
    )
    const saved = { ...row, statement, flag: flag?.key ?? null }
    await audit(tx, {
      action: 'promise.save',
      subject: `${tx.project.key}/${saved.key}`,
      projectId: tx.project.id,
      ...(was !== undefined && { before: editableInvariantFields(was) }),
      after: editableInvariantFields(saved),
    })
    return invariantView(saved, states)
  })
}

/** The environments where a promise applied, without deleted ones. */
export const environmentsOfInvariant = async (
  ctx: ProjectCtx,
  { environments }: InvariantRow,
): Promise<ProvenEnvironment[]> =>
  (await requireEnvironments(ctx, null)).filter(({ key }) => environments?.includes(key) ?? true)

function refuseKey({ key, edits }: Input, was: InvariantRow | undefined): void {
  if (edits && was === undefined) throw invariantNotFound(key)
  if (edits || was === undefined) return
  const problem = {
    path: 'key',
    problem: `"${was.key}" is taken`,
    expected: 'a key no other promise has, whatever its case',
  }
  throw new FanionError(
    'promise/key-taken',
    { problems: [problem] },
    `A promise with the key ${was.key} already exists.`,
  )
}

export const invariantNotFound = (key: string): FanionError => new FanionError('promise/not-found', { promise: key })

function refuseTooMany(all: readonly InvariantRow[], flag: string | null): void {
  const alike = all.filter((one) => one.flag === flag).length
  const [limit, value] =
    flag === null
      ? (['promisesPerProject', limits.promisesPerProject] as const)
      : (['examplesPerFlag', limits.examplesPerFlag] as const)
  if (alike < value) return
  const what =
    flag === null ? `A project can have up to ${value} promises.` : `A flag can have up to ${value} examples.`
  throw new FanionError('limit/reached', { limit, value }, what)
}

/** Only promises that are kept can be made. An existing one may have been broken since. */
function refuseBroken(
  { key, name }: Input,
  statement: Statement,
  was: InvariantRow | undefined,
  there: readonly ProvenEnvironment[],
  states: FlagPromise['states'],
): void {
  const sentence = promiseSentence(statement)
  const isSame = was?.force === 'refuses' && canonicalJson(was.statement) === canonicalJson(statement)
  for (const { environment, state } of states) {
    if (state.state === 'kept') continue
    if (isSame && (was.environments === null || was.environments.includes(environment))) continue
    const where = there.find((one) => one.key === environment)
    if (where) throw invariantRefusal(where, [{ promise: key, name, sentence, state }], 'stands')
  }
}
