import type { AnalysisPlan, CohortSums, PlannedMetric } from './analysis-plan.ts'
import { type Arm, meanArm, proportionArm } from './arm.ts'
import { adjusted, pairedArm, pooledTheta } from './cuped.ts'
import { type RatioInput, ratioInput } from './fieller.ts'
import { count, finite } from './given.ts'
import { sumOf } from './moments.ts'
import { quantileAlpha, quantileArm } from './quantile.ts'
import { ratioArm } from './ratio.ts'
import type { Status } from './status.ts'
import { stratified } from './strata.ts'

/** Two arms of a metric over the completed cohorts, or why they cannot be compared. */
export type MaturedArms =
  | {
      readonly status: 'ok'
      readonly control: Arm
      readonly treatment: Arm
      readonly input: RatioInput
      /** The units that a sequence counts: the information of a look. */
      readonly units: number
      /** Informative units of the weaker arm: successes or failures, or values other than 0. */
      readonly telling: number
    }
  | { readonly status: Exclude<Status, 'ok'>; readonly units: number }

const fields = ['n', 'y', 'yy', 'x', 'xx', 'xy', 'd', 'dd', 'yd'] as const

/** Adds up the sums of cohorts: each unit is in exactly one cohort. */
const sumCohorts = (rows: readonly CohortSums[], where: string) => {
  const add = (field: (typeof fields)[number]) =>
    sumOf(
      rows.map((row) => (field === 'n' ? count(row.n, `${where}.n`) : finite(row[field] ?? 0, `${where}.${field}`))),
    )
  return {
    n: add('n'),
    y: add('y'),
    yy: add('yy'),
    x: add('x'),
    xx: add('xx'),
    xy: add('xy'),
    d: add('d'),
    dd: add('dd'),
    yd: add('yd'),
  }
}
type Added = ReturnType<typeof sumCohorts>

const sums = ({ n, y, yy }: Added) => ({ n, sum: y, sumsq: yy })

const armOf = (metric: PlannedMetric, added: Added, where: string): Arm | undefined =>
  metric.kind === 'proportion'
    ? proportionArm({ n: added.n, sum: added.y }, where)
    : metric.kind === 'mean'
      ? meanArm(sums(added), metric.shift, where)
      : ratioArm({ over: sums(added), under: { n: added.n, sum: added.d, sumsq: added.dd }, product: added.yd }, where)

/** (Σy)²/Σy² is at most the number of values other than 0 (Cauchy–Schwarz). */
const informativeUnits = (metric: PlannedMetric, { n, y, yy }: Added): number =>
  metric.kind === 'proportion' ? Math.min(y, n - y) : yy > 0 ? (y * y) / yy : 0

const paired = (added: Added) => ({
  after: sums(added),
  before: { n: added.n, sum: added.x, sumsq: added.xx },
  product: added.xy,
})

type QuantileRow = CohortSums & Readonly<Record<'did' | 'quantile' | 'lower' | 'upper', number>>

const hasQuantile = (row: CohortSums): row is QuantileRow =>
  (row.did ?? 0) > 0 && row.quantile !== undefined && row.lower !== undefined && row.upper !== undefined

/** Returns the quantile of an arm from its newest cohort, which covers all units up to then. */
const quantileIn = (rows: readonly CohortSums[]): QuantileRow | undefined =>
  rows
    .filter(hasQuantile)
    .reduce<QuantileRow | undefined>(
      (newest, row) => (newest === undefined || row.cohort > newest.cohort ? row : newest),
      undefined,
    )

/** Compares two arms by their quantiles. Units are those with the event. */
const byQuantile = (
  { at = 0.5 }: PlannedMetric,
  [controlRows, treatmentRows]: readonly [readonly CohortSums[], readonly CohortSums[]],
  [controlKey, treatmentKey]: readonly [string, string],
  none: 'immature' | 'no_data',
): MaturedArms => {
  const [c, t] = [quantileIn(controlRows), quantileIn(treatmentRows)]
  const units = count(c?.did ?? 0, `${controlKey}.did`) + count(t?.did ?? 0, `${treatmentKey}.did`)
  if (!c || !t) return { status: units === 0 ? none : 'no_data', units }
  if (c.did < 2 || t.did < 2) return { status: 'too_few_units', units }
  if (c.lower === c.upper && t.lower === t.upper) return { status: 'zero_variance', units }
  // The surrounding values come from ranks that account for units with several events.
  const armFrom = ({ did, quantile, lower, upper }: QuantileRow, where: string) =>
    quantileArm({ n: did, values: did, quantile, lower, upper }, quantileAlpha, where)
  const [control, treatment] = [armFrom(c, controlKey), armFrom(t, treatmentKey)]
  const telling = Math.min(c.did, t.did) * Math.min(at, 1 - at)
  return { status: 'ok', control, treatment, units, telling, input: ratioInput(control, treatment) }
}

/**
 * Returns the data that may be compared at a moment. A cohort counts once the window of its last unit has passed:
 * incomplete units would make early looks a mixture of different questions.
 */
export const maturedArms = (
  plan: AnalysisPlan,
  metric: PlannedMetric,
  rows: readonly CohortSums[],
  [controlKey, treatmentKey]: readonly [string, string],
  atMs: number,
): MaturedArms => {
  const mine = rows.filter(({ metric: key, arm }) => key === metric.key && (arm === controlKey || arm === treatmentKey))
  const ready = mine.filter(({ endMs }) => endMs + metric.maturesAfterMs <= atMs)
  const [controlRows, treatmentRows] = [controlKey, treatmentKey].map((key) => ready.filter(({ arm }) => arm === key))
  if (metric.kind === 'quantile')
    return byQuantile(
      metric,
      [controlRows ?? [], treatmentRows ?? []],
      [controlKey, treatmentKey],
      mine.length > 0 && ready.length === 0 ? 'immature' : 'no_data',
    )
  const [c, t] = [sumCohorts(controlRows ?? [], controlKey), sumCohorts(treatmentRows ?? [], treatmentKey)]
  const units = c.n + t.n
  if (units === 0) return { status: mine.length > 0 ? 'immature' : 'no_data', units }
  if (c.n === 0 || t.n === 0) return { status: 'no_data', units }
  const [control, treatment] = [armOf(metric, c, controlKey), armOf(metric, t, treatmentKey)]
  if (!control || !treatment) return { status: 'denominator_zero', units }
  if (c.n < 2 || t.n < 2) return { status: 'too_few_units', units }
  const telling = Math.min(informativeUnits(metric, c), informativeUnits(metric, t))
  const compared = { status: 'ok' as const, control, treatment, units, telling }
  if (plan.byCohort && metric.kind !== 'ratio') {
    const cohorts = [...new Set(ready.map(({ cohort }) => cohort))].map((cohort) => ({
      control: armOf(
        metric,
        sumCohorts(
          (controlRows ?? []).filter((row) => row.cohort === cohort),
          controlKey,
        ),
        controlKey,
      ),
      treatment: armOf(
        metric,
        sumCohorts(
          (treatmentRows ?? []).filter((row) => row.cohort === cohort),
          treatmentKey,
        ),
        treatmentKey,
      ),
    }))
    const both = cohorts.flatMap(({ control: here, treatment: there }) =>
      here && there && here.n > 1 && there.n > 1 ? [{ control: here, treatment: there }] : [],
    )
    const input = stratified(both)
    return input ? { ...compared, input, units: input.units } : { status: 'too_few_units', units }
  }
  if (metric.covariate && metric.kind !== 'ratio' && !metric.shift) {
    const found = adjusted(
      pairedArm(metric.kind, paired(c)),
      pairedArm(metric.kind, paired(t)),
      pooledTheta(paired(c), paired(t)),
    )
    return { ...compared, input: found.lift }
  }
  return { ...compared, input: ratioInput(control, treatment) }
}
