import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type {
  Change,
  ChangeClash,
  ProposedEntry,
  RebaseChangeInput,
} from '../../../shared/features/changes/schemas/change.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { checkProposals } from '../publishing/check-proposals.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { clashText } from './clash-text.ts'
import { dismissApprovals } from './dismiss-approvals.ts'
import { loadChange } from './load-change.ts'
import { mergeEntries } from './merge-entries.ts'
import { findChange, replaceEntries, updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { recordAuthors } from './record-authors.ts'
import { refreshGeneratedTitle } from './refresh-generated-title.ts'
import { replacedEntries } from './replaced-entries.ts'
import { stateInReview } from './state-in-review.ts'
import { type ActCtx, auditAct, type LockedChange, transition } from './transition.ts'

type Input = z.output<typeof RebaseChangeInput>

/**
 * Rebases a conflicted change onto what was published since, field by field. Throws `change/conflicted` unless each
 * clash has a choice. If `entries` is given, the author has merged by hand, and they replace the proposal. Earlier
 * approvals are dismissed.
 */
export async function rebaseChange(ctx: ProjectCtx, input: Input): Promise<Change> {
  await transition(ctx, input, 'rebase', async (tx, change) => {
    const { row } = change
    const entries = input.entries ?? (await rebased(tx, change, input.choices))
    await replaceEntries(tx.db, row.id, entries, await checkProposals(tx, entries))
    const voided = await dismissApprovals(tx, change)
    await recordAuthors(tx, row.id)
    const { state, results, secondLook } = await stateInReview(
      tx,
      await loadChange(tx, row.number, await findChange(tx.db, tx.project, row.number)),
    )
    const version = row.version + 1
    const decidedAt = state === 'approved' ? tx.now() : null
    await updateChange(tx.db, row.id, {
      state,
      version,
      results: JSON.stringify(results),
      secondLook: JSON.stringify(secondLook),
      conflict: null,
      decidedAt,
      updatedAt: tx.now(),
      ...(input.title !== undefined && { title: input.title }),
    })
    if (input.title === undefined) await refreshGeneratedTitle(tx, change)
    const { title, choices } = input
    const before = {
      ...(title !== undefined && { title: row.title }),
      entries: replacedEntries(change.proposals, entries),
    }
    await auditAct(
      tx,
      change,
      'rebase',
      { state, version, ...(title !== undefined && { title }), choices, entries, voided },
      before,
    )
  })
  return readChange(ctx, input)
}

async function rebased(ctx: ActCtx, change: LockedChange, choices: Input['choices']): Promise<ProposedEntry[]> {
  const clashes = change.merged.flatMap((one) => one.clashes)
  refuseStray(clashes, choices)
  const merged = await mergeEntries(ctx.db, change.environments, change.proposals, (environment, kind, key) =>
    Object.fromEntries(choices.filter(isAt({ environment, kind, key })).map(({ path, take }) => [path, take])),
  )
  const open = merged.flatMap((one) => one.clashes)
  if (open.length > 0) {
    const sentence = `Choose a version for ${open.map((clash) => clashText(change, clash)).join(', ')}.`
    throw new FanionError('change/conflicted', { change: change.row.number, clashes: open }, sentence)
  }
  const heads = new Map<string, number>()
  for (const one of change.environments) heads.set(one.key, (await lockEnvironment(ctx.db, one)).headNumber)
  return merged.flatMap(({ environment: { key: environment }, proposals }) =>
    proposals.map(({ entry }): ProposedEntry => ({ ...entry, environment, base: heads.get(environment) ?? 0 })),
  )
}

function refuseStray(clashes: readonly ChangeClash[], choices: Input['choices']): void {
  const index = choices.findIndex(
    (choice) => !clashes.some((clash) => clash.path === choice.path && isAt(choice)(clash)),
  )
  if (index < 0) return
  const expected = `one of ${clashes.map(({ environment, key, path }) => `${environment} ${key} ${path}`).join(', ') || 'none'}`
  const problem = { path: `choices[${index}].path`, problem: 'there’s no conflict there', expected }
  throw new FanionError('request/invalid', { problems: [problem] })
}

type RebasedSubject = { environment: string; kind: string; key: string }

const isAt = (a: RebasedSubject) => (b: RebasedSubject) =>
  a.environment === b.environment && a.kind === b.kind && a.key === b.key
