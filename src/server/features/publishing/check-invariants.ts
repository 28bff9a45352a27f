import type { Documents } from '../../../shared/datafile/answer-forms.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type {
  InvariantOverride,
  InvariantViolation,
  Statement,
  TouchedPromise,
} from '../../../shared/features/promises/schemas/promise.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import {
  createAcceptedDespiteCheck,
  type FlagFix,
  fixFor,
  isDormantAfter,
  mostFixes,
  stateOf,
} from '../../../shared/impact/promise/touched.ts'
import { allows } from '../../../shared/permissions.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import { stateSentence } from '../../../shared/text/promise/breach-text.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { proveInvariants } from '../../platform/threads/promises/invariant-prover.ts'
import { type InvariantData, invariantDataOf } from './invariant-queries.ts'
import { invariantsBrokenSince } from './last-active-queries.ts'
import { flagsTurnedOn, lastActiveStates } from './last-active-state.ts'
import type { Subject } from './subject-queries.ts'

/** The subjects that must stay unchanged for the proofs to hold, and the promises that the publish breaks. */
export type InvariantProofs = {
  readonly watched: readonly Subject[]
  readonly above: readonly Subject[]
  readonly breaches: readonly InvariantViolation[]
}

type InvariantCheckRequest = { readonly entries: readonly Entry[]; readonly break?: InvariantOverride | undefined }

/** Whether the project has promises, and the environment's state before the publish. */
type InvariantsHeldBefore = { readonly promised: boolean; readonly headNumber: number; readonly before: Documents }

/**
 * Proves all promises of the environment that depend on the entries' subjects, directly or indirectly. Throws
 * `promise/broken` or `promise/unproven` if one gets worse than before, or worse than when the flags that are now
 * turned on were last on. Never rejected, but returned as breaches, are:
 * - promises that an admin breaks by name with a reason
 * - effects of turning flags off
 * - the first revision of an environment
 * - promises that only watch
 */
export async function checkInvariants(
  ctx: EnvironmentCtx,
  { entries, break: broken }: InvariantCheckRequest,
  { promised, headNumber, before }: InvariantsHeldBefore,
): Promise<InvariantProofs> {
  const { environment } = ctx
  if (broken) requirePermission(environment.role, 'promise.break', environment.name)
  if (!promised) return { watched: [], above: [], breaches: [] }
  const ground = await invariantDataOf(ctx.db, environment, entries)
  const breaches = await breachesBy(ctx, ground, entries)
  const isSafe = neverRefusedBy(ctx, ground, entries, before, headNumber)
  const refused = breaches.filter(
    ({ promise, force, statement }) =>
      force === 'refuses' && !isSafe(statement) && broken?.promises.includes(promise) !== true,
  )
  if (refused.length > 0) throw invariantRefusal(environment, fixed(ctx, ground, entries, refused), 'would')
  return {
    watched: ground.places.map(({ kind, key }) => ({ kind, key })),
    above: ground.above,
    breaches: breaches.map(({ force: _force, owner: _owner, statement: _statement, ...breach }) => ({
      ...breach,
      reason: broken?.promises.includes(breach.promise) === true ? broken.reason : null,
    })),
  }
}

type WorsenedInvariant = Omit<InvariantViolation, 'reason'> & Pick<TouchedPromise, 'force' | 'owner' | 'statement'>

async function breachesBy(
  { db, environment, project, now }: EnvironmentCtx,
  { promises, places }: InvariantData,
  entries: readonly Entry[],
): Promise<WorsenedInvariant[]> {
  const names = { project: project.key, environment: environment.key }
  const awake = promises.filter((promise) => !isDormantAfter(entries, promise))
  const after = datafileOf(names, [...places, ...entries])
  const nowMs = now().getTime()
  const worseThan = async (before: Datafile, asked: readonly TouchedPromise[]): Promise<WorsenedInvariant[]> => {
    const statements = asked.map(({ statement }) => statement)
    const verdicts = await proveInvariants({ before, after, statements, nowMs })
    return asked.flatMap(({ key, name, statement, force, owner }, at): WorsenedInvariant[] => {
      const verdict = verdicts[at] ?? { state: 'unproven', because: 'steps' }
      if (verdict.state === 'kept') return []
      const sentence = promiseSentence(statement)
      return [{ promise: key, name, sentence, state: stateOf(verdict), force, owner, statement }]
    })
  }
  const found = await worseThan(datafileOf(names, places), awake)
  for (const { number, places: then } of await lastActiveStates(
    db,
    environment,
    flagsTurnedOn(entries, places),
    places,
  )) {
    const left = awake.filter(({ key }) => !found.some(({ promise }) => promise === key))
    const worse = await worseThan(datafileOf(names, then), left)
    if (worse.length === 0) continue
    const knowingly = await invariantsBrokenSince(db, environment, number)
    found.push(...worse.filter(({ promise }) => !knowingly.has(promise)))
  }
  return found
}

/** Returns which promises cannot cause a rejection of this publish. */
function neverRefusedBy(
  { environment, project }: EnvironmentCtx,
  { places }: InvariantData,
  entries: readonly Entry[],
  before: Documents,
  headNumber: number,
): (statement: Statement) => boolean {
  const names = { project: project.key, environment: environment.key }
  // the promises need not read all of the entries
  const held = entries.map(({ kind, key }) => ({ kind, key, document: before.get(`${kind}/${key}`) ?? null }))
  const old = datafileOf(names, [...held, ...places])
  return createAcceptedDespiteCheck(
    { before: old, after: datafileOf(names, [...held, ...places, ...entries]), entries },
    headNumber,
  )
}

/** Adds a fix to each broken promise if a rule in its flag would keep it and that flag is being published. */
function fixed(
  { environment, project, now, newId }: EnvironmentCtx,
  { promises, places }: InvariantData,
  entries: readonly Entry[],
  refused: readonly WorsenedInvariant[],
): (WorsenedInvariant & { fix?: FlagFix })[] {
  const names = { project: project.key, environment: environment.key }
  const before = datafileOf(names, places)
  const after = datafileOf(names, [...places, ...entries])
  const nowMs = now().getTime()
  return refused.map((one, at) => {
    const promise = promises.find(({ key }) => key === one.promise)
    if (promise === undefined || at >= mostFixes || one.state.state !== 'broken') return one
    const fix = fixFor(after, before, entries, promise, { nowMs, ruleId: newId() })
    return fix === undefined ? one : { ...one, fix }
  })
}

/** Documents as a datafile for the engine. A null document removes the subject. */
export function datafileOf(
  names: Pick<Datafile, 'project' | 'environment'>,
  documents: readonly (Subject & { readonly document: FlagDocument | SegmentDocument | null })[],
): Datafile {
  const flags = new Map<string, FlagDocument>()
  const segments = new Map<string, SegmentDocument>()
  for (const { kind, key, document } of documents) {
    // Safe cast: a subject's document has the subject's kind.
    if (kind === 'flag' && document !== null) flags.set(key, document as FlagDocument)
    else if (kind === 'segment' && document !== null) segments.set(key, document as SegmentDocument)
    else (kind === 'flag' ? flags : segments).delete(key)
  }
  return {
    format: 1,
    ...names,
    revision: 0,
    publishedAt: new Date(0).toISOString(),
    digest: '',
    flags: Object.fromEntries(flags),
    segments: Object.fromEntries(segments),
  }
}

/** The error for broken promises. Names all of them. */
export function invariantRefusal(
  { key: environment, name, role }: Pick<ProvenEnvironment, 'key' | 'name' | 'role'>,
  broken: readonly (Pick<InvariantViolation, 'promise' | 'name' | 'sentence' | 'state'> & {
    owner?: string
    fix?: object
  })[],
  how: 'would' | 'stands',
): FanionError {
  const would = how === 'would'
  const isBroken = broken.some(({ state }) => state.state === 'broken')
  const promises = broken.map(({ promise, name: called, sentence, state, owner, fix }) => ({
    promise,
    name: called,
    sentence,
    state,
    ...(owner !== undefined && { owner }),
    ...(fix !== undefined && { fix }),
  }))
  const told = broken
    .slice(0, 3)
    .map(({ sentence, state }) =>
      state.state === 'broken'
        ? `${would ? 'This breaks' : 'It is broken already:'} “${sentence}” in ${name}. ${stateSentence(state, would)}`
        : `It can’t be proven that ${name} keeps “${sentence}”${would ? ' after this' : ''}. ${stateSentence(state)}`,
    )
  const more = broken.length > told.length ? [`And ${broken.length - told.length} more.`] : []
  return new FanionError(
    isBroken ? 'promise/broken' : 'promise/unproven',
    { environment, promises, ...(would && { mayBreak: allows(role, 'promise.break') }) },
    [...told, ...more].join(' '),
  )
}
