import {
  type ImportRun,
  type ImportSource,
  type Standing,
  Standing as Standings,
} from '../../../shared/schemas/import.ts'
import { splitMapping } from './mapping.ts'
import type { RunRow, SourceRow } from './queries.ts'
import type { StandingItem } from './standing-queries.ts'

/** A run as it is told; `standings` where somebody looked. */
export const runView = (
  run: RunRow,
  ours: readonly string[],
  standings: readonly StandingItem[] | null,
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
  standings: standings && counted(standings.map(({ standing }) => standing)),
  ready: standings && { flags: readyOf(standings, 'flag'), segments: readyOf(standings, 'segment') },
  written: run.written,
  change: run.changeNumber,
})

/** How many of a kind come in where nobody chooses. */
const readyOf = (all: readonly StandingItem[], kind: StandingItem['kind']): number =>
  all.filter(
    (one) => one.kind === kind && one.verdict !== 'left-out' && (one.standing === 'new' || one.standing === 'update'),
  ).length

const counted = (all: readonly Standing[]): Record<Standing, number> => {
  // every standing is counted below
  const counts = Object.fromEntries(Standings.options.map((one) => [one, 0])) as Record<Standing, number>
  for (const one of all) counts[one] += 1
  return counts
}

export const sourceView = (source: SourceRow, run: ImportRun, subjects: number): ImportSource => ({
  number: source.number,
  vendor: source.vendor,
  name: source.name,
  state: source.state,
  createdAt: source.createdAt.toISOString(),
  createdBy: source.createdBy,
  subjects,
  run,
})
