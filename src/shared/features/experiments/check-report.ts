import { canonicalJson } from '../../datafile/canonical-json.ts'
import { analyse } from '../../statistics/analyse.ts'
import type { CohortSums, Look, PlannedMetric, Result } from '../../statistics/analysis-plan.ts'
import { type AddedMetric, analysisPlanOf, type RunPlan } from './run-plan.ts'
import type { ExperimentReport } from './schemas/experiment-report.ts'

/** What of a report does not follow from its sums, in sentences; none where all of it does. */
export function checkReport(report: ExperimentReport, hashOf: (text: string) => string): string[] {
  const found: string[] = []
  if (hashOf(canonicalJson(report.plan)) !== report.hash) found.push('The plan is not the one that its hash is of.')
  try {
    return [...found, ...reckonedAgain(report)]
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error
    return [...found, `It can’t be reckoned with: ${error.message}.`]
  }
}

function reckonedAgain(report: ExperimentReport): string[] {
  const found: string[] = []
  // as a run keeps it; whatever is none is found by reckoning with it
  const plan = report.plan as unknown as RunPlan
  const added = (report.added ?? []) as unknown as AddedMetric[]
  const analysis = analysisPlanOf(plan, Date.parse(report.startedAt), added)
  const sums = report.sums.map(plain)
  const before: Look[] = []
  for (const { people, ...kept } of report.looks) {
    // results of days that had not matured by then are left out by their instants
    const then = { ...analysis, metrics: analysis.metrics.filter(knownIn(kept)) }
    const again = analyse(then, { people, sums }, before, kept.atMs)
    if (again.look === null) found.push(`Look ${kept.number} was not due at ${instant(kept.atMs)}.`)
    else found.push(...lookDifferences(again.look, kept))
    before.push(kept)
  }
  const now = withoutDue(analyse(analysis, { people: report.people, sums }, before, Date.parse(report.at)))
  found.push(...differences('The results', now.results, report.analysis.results))
  if (!isSame(now.samples, report.analysis.samples)) found.push('Whether samples are off is told otherwise.')
  if (now.over !== report.analysis.over) found.push('Whether its planned time is over is told otherwise.')
  return found
}

/** What was added later is in no look before. */
export const knownIn =
  ({ results }: Pick<Look, 'results'>) =>
  ({ key, role }: PlannedMetric): boolean =>
    role !== 'added' || results.some(({ metric }) => metric === key)

/** What later looks are reckoned by is a look’s own, too: which it was, when, and what its samples said. */
function lookDifferences({ results, ...again }: Look, { results: kept, ...told }: Look): string[] {
  const where = `Look ${told.number}`
  const own = isSame(again, told) ? [] : [`${where}: its number, its time or its samples come to something else.`]
  return [...own, ...differences(where, results, kept)]
}

/** A look that is due and was not taken decides nothing: verdicts are those of the looks that were kept. */
export function withoutDue<Of extends { look: Look | null; results: readonly Result[] }>(found: Of): Of {
  const { look } = found
  if (look === null) return found
  const results = found.results.map(
    (one): Result => (one.decidedAt === look.number ? { ...one, decidedAt: null, verdict: 'not-decided' } : one),
  )
  return { ...found, results }
}

const instant = (ms: number): string => new Date(ms).toISOString()

/** A row without the fields that it does not have. */
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

/** Numbers that went through JSON are the same numbers. */
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
