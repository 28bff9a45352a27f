import {
  type ImportRun,
  type ImportSource,
  type ItemStatus,
  ItemStatus as ItemStatuses,
} from '../../../shared/features/imports/schemas/import.ts'
import { splitMapping } from './mapping.ts'
import type { ImportSourceRow, RunRow } from './queries.ts'
import type { ItemWithStatus } from './status-queries.ts'

/** A run as the API returns it. `statuses` is given if the items were compared. */
export const runView = (
  run: RunRow,
  ours: readonly string[],
  statuses: readonly ItemWithStatus[] | null,
): ImportRun => ({
  number: run.number,
  state: run.state,
  startedAt: run.startedAt.toISOString(),
  startedBy: run.startedBy,
  endedAt: run.endedAt?.toISOString() ?? null,
  problem: run.problem,
  options: run.options,
  summary: run.summary,
  mapping: run.mapping,
  keys: run.keys,
  fresh: run.state === 'previewed' ? Object.values(splitMapping(run.mapping, ours).fresh) : [],
  statuses: statuses && counted(statuses.map(({ status }) => status)),
  ready: statuses && { flags: readyOf(statuses, 'flag'), segments: readyOf(statuses, 'segment') },
  written: run.written,
  change: run.changeNumber,
})

/** Number of items of a kind that are imported by default. */
const readyOf = (all: readonly ItemWithStatus[], kind: ItemWithStatus['kind']): number =>
  all.filter(
    (one) => one.kind === kind && one.verdict !== 'left-out' && (one.status === 'new' || one.status === 'update'),
  ).length

const counted = (all: readonly ItemStatus[]): Record<ItemStatus, number> => {
  // Safe cast: every status is a key.
  const counts = Object.fromEntries(ItemStatuses.options.map((one) => [one, 0])) as Record<ItemStatus, number>
  for (const one of all) counts[one] += 1
  return counts
}

export const sourceView = (source: ImportSourceRow, run: ImportRun, subjects: number): ImportSource => ({
  number: source.number,
  vendor: source.vendor,
  name: source.name,
  state: source.state,
  createdAt: source.createdAt.toISOString(),
  createdBy: source.createdBy,
  subjects,
  run,
})
