import { type PlanMetric, plannedMetric } from '../../../../shared/features/experiments/run-plan.ts'
import type { ExperimentSetup } from '../../../../shared/features/experiments/schemas/experiment.ts'
import type { ExperimentForecast } from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import { limits } from '../../../../shared/limits.ts'
import { type Arm, meanArm, proportionArm } from '../../../../shared/statistics/arm.ts'
import { controlUnits, type PowerPlan, smallestDifference, unitsFactor } from '../../../../shared/statistics/power.ts'
import { ratioArm } from '../../../../shared/statistics/ratio.ts'
import type { Baseline } from '../../../platform/event-store/store.ts'
import type { EnvironmentCtx, EventStoreCtx } from '../../../platform/kernel/ctx.ts'
import { checkMetrics } from '../check-setup.ts'
import { computeCap, newUnitsADay, type PastData, pastDays, readBaseline, readPastData } from '../past-data.ts'

const dayMs = 24 * 3_600_000
/** Statistical power: 80 of 100 real effects are found. */
const power = 0.8
type MetricForecast = ExperimentForecast['metrics'][number]

/**
 * Forecasts a setup from the data of the last 14 days, before anything is measured: new units per day, baselines of its
 * metrics, days until the effect can be detected, and the smallest effects detectable over time.
 */
export async function forecast(
  ctx: EnvironmentCtx & EventStoreCtx,
  { setup }: { setup: ExperimentSetup },
): Promise<ExperimentForecast> {
  const metrics = await checkMetrics(ctx, setup)
  const past = await readPastData(ctx)
  let found: Baseline | undefined
  const told: MetricForecast[] = []
  for (const metric of metrics) {
    const cap = await computeCap(ctx, past, metric)
    const baseline = past && (await readBaseline(ctx, past, { ...metric, cap }))
    found ??= baseline
    const aDay = past && baseline ? newUnitsADay(baseline, past) : 0
    told.push(forecastMetric({ ...metric, cap }, setup, baseline, aDay * (setup.share / limits.weightUnits)))
  }
  return { newUnits: daysOf(past, found), aDay: past && found ? takingPart(setup, found, past) : 0, metrics: told }
}

const takingPart = ({ share }: ExperimentSetup, baseline: Baseline, past: PastData): number =>
  newUnitsADay(baseline, past) * (share / limits.weightUnits)

function daysOf(past: PastData | undefined, baseline: Baseline | undefined): ExperimentForecast['newUnits'] {
  if (!past) return []
  const first = past.fromMs / dayMs
  return Array.from({ length: pastDays }, (_, at) => ({
    day: new Date((first + at) * dayMs).toISOString().slice(0, 10),
    units: baseline?.days.find(({ day }) => day === first + at)?.units ?? 0,
  }))
}

function forecastMetric(
  { key, role, cap, ...metric }: PlanMetric,
  setup: ExperimentSetup,
  baseline: Baseline | undefined,
  aDay: number,
): MetricForecast {
  const { name } = metric.definition
  const { kind, maturesAfterMs } = plannedMetric({ key, role, cap, ...metric })
  const none = { mean: null, variance: null, daysNeeded: null, smallest: [] }
  const base = { metric: key, name, role, kind, units: baseline?.n ?? 0, cap }
  if (kind === 'quantile')
    return { ...base, ...none, problem: 'There’s no telling beforehand how long a percentile takes.' }
  const arm = baseline && armOf(kind, baseline)
  if (!baseline || !arm || arm.n < 2)
    return { ...base, ...none, problem: 'Nothing arrived yet that a whole window could be counted of.' }
  const seen = { mean: arm.mean, variance: arm.variance }
  if (arm.mean === 0 || !(arm.variance > 0))
    return { ...base, ...none, ...seen, problem: 'All units were alike, so there is no telling what could be found.' }
  if (aDay <= 0) return { ...base, ...none, ...seen, problem: 'No new units came in the last seven days.' }
  const plan = powerPlanOf(setup, kind, arm)
  const windowDays = Math.ceil(maturesAfterMs / dayMs)
  const [control] = setup.arms
  const part = (control?.weight ?? 0) / limits.weightUnits
  const factor = unitsFactor[setup.mode]
  const controlIn = (days: number) => (aDay * Math.max(0, days - windowDays) * part) / factor
  const needed = (controlUnits(plan, power) * factor) / (aDay * part)
  const weeks = Math.ceil((needed + windowDays) / 7)
  const lengths = [...new Set([7, 14, 21, 28, setup.days])].sort((a, b) => a - b)
  return {
    ...{ ...base, ...seen, problem: null },
    daysNeeded: weeks <= 52 ? weeks * 7 : null,
    smallest: lengths.flatMap((days) => {
      const units = controlIn(days)
      return units >= 2 ? [{ days, lift: smallestDifference(plan, units, power) / Math.abs(arm.mean) }] : []
    }),
  }
}

function armOf(kind: Exclude<MetricForecast['kind'], 'quantile'>, { n, y, yy, d, dd, yd }: Baseline): Arm | undefined {
  if (kind === 'proportion') return proportionArm({ n, sum: y })
  if (kind === 'mean') return meanArm({ n, sum: y, sumsq: yy })
  return ratioArm({ over: { n, sum: y, sumsq: yy }, under: { n, sum: d, sumsq: dd }, product: yd }, 'baseline')
}

/**
 * Power plan for the first treatment arm against the control. Alpha is shared among the primary metrics and the arms
 * that can win.
 */
function powerPlanOf(
  { arms, primary, alpha, effect }: ExperimentSetup,
  kind: MetricForecast['kind'],
  { mean, variance }: Arm,
): PowerPlan {
  const [control, treatment] = arms
  const difference = Math.abs(mean) * effect
  const moved = Math.min(0.999, mean + difference)
  return {
    ...{ difference, controlVariance: variance },
    treatmentVariance: kind === 'proportion' ? moved * (1 - moved) : variance,
    ratio: (treatment?.weight ?? 1) / (control?.weight ?? 1),
    alpha: alpha / (primary.length * (arms.length - 1)),
  }
}
