import { canonicalJson } from '../../datafile/canonical-json.ts'
import { analyse } from '../../statistics/analyse.ts'
import type { CohortSums, Look, PlannedMetric, Result } from '../../statistics/analysis-plan.ts'
import { type AddedMetric, analysisPlanOf, type RunPlan } from './run-plan.ts'
import type { ExperimentReport } from './schemas/experiment-report.ts'

/**
 * Recomputes a report from its sums and describes every difference in a sentence. Returns an empty list if the report
 * is consistent.
 */
export function checkReport(report: ExperimentReport, hashOf: (text: string) => string): string[] {
  const found: string[] = []
  if (hashOf(canonicalJson(report.plan)) !== report.hash) found.push('The plan is not the one that its hash is of.')
  try {
    return [...found, ...recomputedDifferences(report)]
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error
    return [...found, `It can’t be reckoned with: ${error.message}.`]
  }
}

function recomputedDifferences(report: ExperimentReport): string[] {
  const found: string[] = []
  // Not validated: a plan that is malformed shows up as differences when it is recomputed.
  const plan = report.plan as unknown as RunPlan
  const added = (report.added ?? []) as unknown as AddedMetric[]
  const analysis = analysisPlanOf(plan, Date.parse(report.startedAt), added)
  const sums = report.sums.map(plain)
  const before: Look[] = []
  for (const { people, ...kept } of report.looks) {
    // Results that had not matured at that time are excluded by their instants.
    const then = { ...analysis, metrics: analysis.metrics.filter(lookHasMetric(kept)) }
    const again = analyse(then, { people, sums }, before, kept.atMs)
    if (again.look === null) found.push(`Look ${kept.number} was not due at ${instant(kept.atMs)}.`)
    else found.push(...lookDifferences(again.look, kept))
    before.push(kept)
  }
  const now = withoutPendingLook(analyse(analysis, { people: report.people, sums }, before, Date.parse(report.at)))
  found.push(...differences('The results', now.results, report.analysis.results))
  if (!isSame(now.samples, report.analysis.samples)) found.push('Whether samples are off is told otherwise.')
  if (now.over !== report.analysis.over) found.push('Whether its planned time is over is told otherwise.')
  return found
}

/** Whether the look contains the metric. Metrics that were added later are missing from earlier looks. */
export const lookHasMetric =
  ({ results }: Pick<Look, 'results'>) =>
  ({ key, role }: PlannedMetric): boolean =>
    role !== 'added' || results.some(({ metric }) => metric === key)

/** Also compares the number, time and samples of the look, because later looks are computed from them. */
function lookDifferences({ results, ...again }: Look, { results: kept, ...told }: Look): string[] {
  const where = `Look ${told.number}`
  const own = isSame(again, told) ? [] : [`${where}: its number, its time or its samples come to something else.`]
  return [...own, ...differences(where, results, kept)]
}

/** Removes the look that is due but was not taken. It decides nothing: verdicts come from recorded looks only. */
export function withoutPendingLook<Of extends { look: Look | null; results: readonly Result[] }>(found: Of): Of {
  const { look } = found
  if (look === null) return found
  const results = found.results.map(
    (one): Result => (one.decidedAt === look.number ? { ...one, decidedAt: null, verdict: 'not-decided' } : one),
  )
  return { ...found, results }
}

const instant = (ms: number): string => new Date(ms).toISOString()

/** A row without its absent fields. */
const plain = ({
  x,
  xx,
  xy,
  d,
  dd,
  yd,
  did,
  quantile,
  lower,
  upper,
  ...row
}: ExperimentReport['sums'][number]): CohortSums => ({
  ...row,
  ...(x !== undefined && xx !== undefined && xy !== undefined && { x, xx, xy }),
  ...(d !== undefined && dd !== undefined && yd !== undefined && { d, dd, yd }),
  ...(did !== undefined &&
    quantile !== undefined &&
    lower !== undefined &&
    upper !== undefined && { did, quantile, lower, upper }),
})

/** JSON preserves numbers exactly, so equal values have equal text. */
const isSame = (again: object, told: object): boolean =>
  canonicalJson(JSON.parse(JSON.stringify(again))) === canonicalJson(JSON.parse(JSON.stringify(told)))

function differences(where: string, again: readonly Result[], kept: readonly Result[]): string[] {
  if (again.length !== kept.length) return [`${where}: there are ${again.length} comparisons, not ${kept.length}.`]
  return again.flatMap((one, at) => {
    const told = kept[at]
    if (told && isSame(one, told)) return []
    return [`${where}: ${one.metric} in ${one.arm} comes to something else.`]
  })
}
