import type { RowProblem } from '../../../shared/features/sources/schemas/source.ts'
import { limits } from '../../../shared/limits.ts'
import type { StoredExposureRow } from '../../platform/event-store/rows.ts'
import type { Column, Row } from '../../platform/outbound/tables/table-source.ts'
import type { KnownRun } from '../usage/reportable-cache.ts'
import { exposureRefusal, storedExposureOf } from '../usage/validate-batch.ts'

const names = ['unit', 'run', 'variant', 'at']

/** Problems with a query's columns for exposures: it must return exactly `unit`, `run`, `variant` and `at`. */
export function exposureColumnProblems(columns: readonly Column[]): string[] {
  const of = (name: string) => columns.find((column) => column.name === name)
  const [at, run] = [of('at'), of('run')]
  const twice = columns.find(({ name }, n) => columns.findIndex((column) => column.name === name) !== n)
  const problems: (string | false)[] = [
    !of('unit') && 'there is no column unit: who was given it, as applications name them',
    !run && 'there is no column run: the number of the experiment’s run',
    !of('variant') && 'there is no column variant: which one was given',
    !at && 'there is no column at: when it was given',
    at !== undefined && at.kind !== 'time' && `the column at is of type ${at.type}; it has to be a timestamp`,
    run !== undefined &&
      run.kind !== 'number' &&
      run.kind !== 'text' &&
      `the column run is of type ${run.type}; it has to be a number, or a text such as run-17`,
    twice !== undefined && `there are two columns ${twice.name}`,
    ...columns.map(({ name }) => !names.includes(name) && `exposures have no property ${name}; leave the column out`),
  ]
  return problems.filter((problem) => problem !== false)
}

export type ExposureRules = {
  /** Key of the unit digests. */
  readonly key: string
  readonly runs: ReadonlyMap<number, KnownRun>
  readonly fromMs: number
  readonly toMs: number
  readonly nowMs: number
}

/**
 * Selects the rows to store as exposures, by the same rules as for SDK reports: arms are recomputed, and no exposure is
 * earlier than its run. Counts rejected rows by reason. The columns must be valid.
 */
export function selectExposures(
  columns: readonly Column[],
  rows: readonly Row[],
  judge: ExposureRules,
  refused: Map<RowProblem, number>,
): StoredExposureRow[] {
  const places = names.map((name) => columns.findIndex((column) => column.name === name))
  const kept: StoredExposureRow[] = []
  for (const row of rows) {
    const [unit, run, variant, at] = places.map((place) => row[place] ?? '')
    const judged = judgeRow({ unit: unit ?? '', run: run ?? '', variant: variant ?? '', at: at ?? '' }, judge)
    if (typeof judged === 'string') refused.set(judged, (refused.get(judged) ?? 0) + 1)
    else kept.push(judged)
  }
  return kept
}

function judgeRow(
  { unit, run: named, variant, at }: Record<'unit' | 'run' | 'variant' | 'at', string>,
  { key, runs, fromMs, toMs, nowMs }: ExposureRules,
): StoredExposureRow | RowProblem {
  if (unit === '' || unit.length > limits.valueLength) return 'unit'
  const atMs = at === '' ? Number.NaN : Number(at)
  if (!Number.isFinite(atMs)) return 'at'
  if (atMs < fromMs || atMs >= toMs) return 'outside'
  if (atMs < nowMs - limits.eventsLateMs) return 'too-old'
  const number = Number(/^(?:run-)?(\d{1,9})$/.exec(named)?.[1] ?? 0)
  const run = runs.get(number)
  if (run === undefined) return 'unknown-run'
  const told = { run: number, variant, unit, ...(run.by !== null && { by: run.by }) }
  return exposureRefusal(told, run, atMs, () => true) || storedExposureOf(key, run, told, atMs)
}
