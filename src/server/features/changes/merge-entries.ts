import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { merge } from '../../../shared/datafile/merge.ts'
import type { Choices } from '../../../shared/datafile/merge-field.ts'
import type { ChangeClash } from '../../../shared/features/changes/schemas/change.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { documentsAt } from '../publishing/history-queries.ts'
import { headsOf } from '../publishing/queries.ts'
import type { Proposal } from './load-change.ts'

/** A change's proposals in one environment, merged with what was published since their base. */
export type MergedEntries = {
  environment: ProvenEnvironment
  /** The entries to publish, without those that change nothing. */
  entries: Entry[]
  /** All merged proposals, including those that change nothing. */
  proposals: Proposal[]
  clashes: ChangeClash[]
}

/** The choices of a rebase for one subject, by path. */
export type RebaseChoices = (environment: string, kind: Entry['kind'], key: string) => Choices

const none: RebaseChoices = () => ({})

/** Merges proposals with the current heads in each environment: a three-way merge of base, head and proposal. */
export async function mergeEntries(
  db: Db,
  environments: readonly ProvenEnvironment[],
  proposals: readonly Proposal[],
  choicesAt: RebaseChoices = none,
): Promise<MergedEntries[]> {
  const merged: MergedEntries[] = []
  for (const environment of environments) {
    const here = proposals.filter((proposal) => proposal.environment.id === environment.id)
    merged.push(await mergeIn(db, environment, here, choicesAt))
  }
  return merged
}

/** Merges with the state of one environment at revision `number`. */
export const mergeAtRevision = (
  db: Db,
  environment: ProvenEnvironment,
  proposals: readonly Proposal[],
  number: number,
): Promise<MergedEntries> => mergeIn(db, environment, proposals, none, number)

async function mergeIn(
  db: Db,
  environment: ProvenEnvironment,
  proposals: readonly Proposal[],
  choicesAt: RebaseChoices,
  number?: number,
): Promise<MergedEntries> {
  const subjects = subjectsOf(proposals)
  const there =
    number === undefined
      ? await headsOf(db, environment, subjects)
      : await documentsAt(db, environment, number, subjects)
  const heads = byPlace<{ kind: string; key: string; document: Entry['document'] }>(there)
  const bases = new Map<number, Map<string, { document: Entry['document'] }>>()
  for (const base of new Set(proposals.map((proposal) => proposal.base))) {
    const based = proposals.filter((proposal) => proposal.base === base)
    bases.set(base, byPlace(await documentsAt(db, environment, base, subjectsOf(based))))
  }
  const result: MergedEntries = { environment, entries: [], proposals: [], clashes: [] }
  for (const { entry, base } of proposals) {
    const { kind, key } = entry
    const was = bases.get(base)?.get(placeOf(entry))?.document ?? null
    const theirs = heads.get(placeOf(entry))?.document ?? null
    const choices = choicesAt(environment.key, kind, key)
    // Safe cast: all three are documents of this kind or missing.
    const { document, clashes } = merge(kind, was as never, theirs as never, entry.document as never, choices)
    const merged = { kind, key, document } as Entry
    result.proposals.push({ environment, entry: merged, base })
    result.clashes.push(...clashes.map((clash) => ({ environment: environment.key, kind, key, ...clash })))
    if (canonicalJson(theirs) !== canonicalJson(document)) result.entries.push(merged)
  }
  return result
}

const subjectsOf = (proposals: readonly Proposal[]) => proposals.map(({ entry: { kind, key } }) => ({ kind, key }))

const placeOf = ({ kind, key }: { kind: string; key: string }) => `${kind}/${key}`

const byPlace = <T extends { kind: string; key: string }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [placeOf(row), row]))
