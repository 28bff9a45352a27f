import type { Analysis, AnalysisPlan, Cohorts, Look, PlannedMetric, Result, Verdict } from './analysis-plan.ts'
import { alphaOf, factorOf, familyOf, type Pair } from './critical-value.ts'
import { verdictOf } from './decide.ts'
import { fiellerLift } from './fieller.ts'
import { between0And1, count, finite, positive } from './given.ts'
import { maturedArms } from './matured.ts'
import { sequenceFactorAt } from './sequence.ts'
import { lookBounds } from './spending.ts'
import { logRatioEvidence, ratioP, sampleRatio, samplesAreOff } from './srm.ts'
import type { Status } from './status.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Time between looks: planned and fixed plans have one per day at 00:00 UTC, open-ended ones one per hour. */
const lookEvery = (plan: AnalysisPlan): number => (plan.mode === 'open-ended' ? hourMs : dayMs)

/** Returns the last look due at a moment, and the fraction of the planned time that has passed by then. */
const lastDue = (plan: AnalysisPlan, nowMs: number) => {
  const every = lookEvery(plan)
  const atMs = Math.floor(nowMs / every) * every
  return { atMs, time: Math.min(1, (atMs - plan.startMs) / (plan.days * dayMs)) }
}

const empty = ({ metric, arm }: Pair, status: Status, units: number, problem: string | null = null): Result => ({
  metric: metric.key,
  arm,
  role: metric.role,
  status,
  units,
  control: null,
  treatment: null,
  difference: null,
  standardError: null,
  factor: null,
  interval: null,
  lift: null,
  liftInterval: null,
  liftStatus: status,
  p: null,
  verdict: status === 'immature' || status === 'no_data' ? 'too-early' : 'not-decided',
  decidedAt: null,
  problem,
})

/** Returns a status while the approximations of a look are not valid yet. */
const tooEarly = (plan: AnalysisPlan, metric: PlannedMetric, telling: number, smaller: number): Status | undefined => {
  const isCounted = metric.kind === 'proportion' || metric.kind === 'quantile'
  const few = telling < (isCounted ? 10 : 30)
  if (plan.mode === 'open-ended') return smaller < 100 || few ? 'burn_in' : undefined
  return isCounted && few ? 'small_counts' : undefined
}

/** Builds one comparison. The critical value is computed lazily, because that of a planned look takes long. */
const resultOf = (plan: AnalysisPlan, pair: Pair, factorAsked: () => number, p: number | null): Result => {
  const { metric, found } = pair
  if ('problem' in found) return empty(pair, 'invalid_input', 0, found.problem)
  if (found.status !== 'ok') return empty(pair, found.status, found.units)
  const { control, treatment, input, units, telling } = found
  const seen = {
    ...empty(pair, 'ok', units),
    control: control.mean,
    treatment: treatment.mean,
    difference: input.difference,
  }
  const standardError = Math.sqrt(input.differenceVariance)
  if (!(standardError > 0))
    return { ...seen, status: 'zero_variance', liftStatus: 'zero_variance', verdict: 'not-decided' }
  const early = tooEarly(plan, metric, telling, Math.min(control.n, treatment.n))
  const factor = early ? Infinity : factorAsked()
  if (early || !Number.isFinite(factor))
    return { ...seen, status: early ?? 'ok', standardError, liftStatus: early ?? 'ok', verdict: 'not-decided' }
  const interval = [input.difference - factor * standardError, input.difference + factor * standardError] as const
  const lift = fiellerLift(input, factor)
  const liftInterval = lift.type === 'bounded' ? lift.interval : null
  return {
    ...seen,
    standardError,
    factor,
    interval,
    lift: lift.type === 'bounded' ? lift.lift : null,
    liftInterval,
    liftStatus:
      lift.type === 'bounded'
        ? 'ok'
        : lift.type === 'baseline_zero'
          ? lift.type
          : 'baseline_not_distinguishable_from_zero',
    p,
    verdict: verdictOf(metric, interval, liftInterval),
  }
}

const checked = (plan: AnalysisPlan): void => {
  between0And1(plan.alpha, 'plan.alpha')
  positive(plan.days, 'plan.days')
  positive(plan.unitsPlanned, 'plan.unitsPlanned')
  finite(plan.startMs, 'plan.startMs')
  if (plan.arms.length < 2) throw new RangeError('plan.arms must be at least two, the control first')
  if (new Set(plan.arms.map(({ key }) => key)).size < plan.arms.length)
    throw new RangeError('plan.arms must have distinct keys')
}

const samplesOf = (plan: AnalysisPlan, { people }: Cohorts, looks: readonly Look[]) => {
  people.forEach(({ n }) => count(n, 'people.n'))
  const known = plan.arms.map(({ key }) => key)
  const stray = people.some(({ arm, n }) => n > 0 && !known.includes(arm))
  const observed = known.map((key) => people.filter(({ arm }) => arm === key).reduce((sum, { n }) => sum + n, 0))
  const weights = plan.arms.map(({ weight }) => weight)
  const once = sampleRatio(observed, weights)
  // Looks are stored as JSON, which cannot represent Infinity.
  const evidence = stray ? Number.MAX_VALUE : Math.min(Number.MAX_VALUE, logRatioEvidence(observed, weights))
  const p = ratioP([...looks.map(({ ratioEvidence }) => ratioEvidence), evidence])
  const status: Status = stray ? 'unexpected_arm' : once.status
  const chiSquareP = once.status === 'ok' ? once.p : null
  return { samples: { status, off: samplesAreOff(p), observed, p, chiSquareP }, evidence }
}

const comparisonOf = ({ metric, arm }: Pick<Result, 'metric' | 'arm'>): string => JSON.stringify([metric, arm])

/** Returns the decided results of the looks. The first decision of a comparison counts. */
const decidedResultsOf = (looks: readonly Look[]): ReadonlyMap<string, Result> => {
  const all = looks.flatMap(({ results }) => results.filter(({ decidedAt }) => decidedAt !== null))
  return new Map(all.toReversed().map((result) => [comparisonOf(result), result]))
}

/**
 * Applies decisions: an earlier one stays. Nothing is decided between looks, before the end of a fixed run, or while
 * the sample ratio is off.
 */
const applyDecisions = (
  result: Result,
  look: number | null,
  decided: ReadonlyMap<string, Result>,
  off: boolean,
): Result => {
  const before = decided.get(comparisonOf(result))
  if (off) return { ...result, verdict: 'samples-off', decidedAt: null }
  if (before) return { ...result, verdict: before.verdict, decidedAt: before.decidedAt }
  const open: readonly Verdict[] = ['not-decided', 'too-early']
  if (open.includes(result.verdict)) return result
  if (look === null || result.role === 'added') return { ...result, verdict: 'not-decided' }
  return result.role === 'secondary' ? result : { ...result, decidedAt: look }
}

/**
 * Returns the critical value of a planned run between looks: that of the last look. A bound for an additional look
 * moments later would be far away, because almost no error is left to spend.
 */
const factorBetweenLooks = (plan: AnalysisPlan, { metric, arm }: Pair, last: Look | undefined): number | null =>
  plan.mode === 'planned'
    ? (last?.results.find((one) => one.metric === metric.key && one.arm === arm)?.factor ?? null)
    : null

/**
 * Caches bounds during one analysis: metrics with the same window have the same units, and therefore the same bounds.
 */
const cacheBounds = (boundsOf: typeof lookBounds): typeof lookBounds => {
  const known = new Map<string, number[]>()
  return (looks, alpha, spending) => {
    const key = JSON.stringify([looks, alpha, spending])
    const found = known.get(key) ?? boundsOf(looks, alpha, spending)
    known.set(key, found)
    return found
  }
}

/**
 * Analyses a run at a moment. Server, report and tests all use this function, so their results agree. Estimates use
 * matured cohorts. A decision is made only at a look, and stays. Pure: the same cohorts, looks and moment give the same
 * result.
 * @param looks the looks already taken, in order
 * @param boundsOf computes the bounds of planned looks; callers that analyse many runs can cache them
 * @throws {RangeError} if the plan is invalid; impossible numbers of cohorts are reported as `invalid_input` of their
 * metric
 */
export const analyse = (
  plan: AnalysisPlan,
  cohorts: Cohorts,
  looks: readonly Look[],
  nowMs: number,
  boundsOf: typeof lookBounds = lookBounds,
): Analysis => {
  checked(plan)
  const due = lastDue(plan, finite(nowMs, 'nowMs'))
  const last = looks.at(-1)
  const over = (last?.time ?? 0) >= 1 && plan.mode !== 'open-ended'
  const isLook =
    due.time > 0 && due.atMs > (last?.atMs ?? -Infinity) && !over && (plan.mode !== 'fixed' || due.time >= 1)
  const atMs = isLook ? due.atMs : nowMs
  const time = isLook ? due.time : Math.min(1, (nowMs - plan.startMs) / (plan.days * dayMs))
  const [control, ...others] = plan.arms.map(({ key }) => key)
  const pairs = plan.metrics.flatMap((metric) => {
    const own = cohorts.sums.filter((row) => row.metric === metric.key)
    return others.map((arm): Pair => {
      try {
        return { metric, arm, found: maturedArms(plan, metric, own, [control ?? '', arm], atMs) }
      } catch (error) {
        if (error instanceof RangeError) return { metric, arm, found: { problem: error.message } }
        throw error
      }
    })
  })
  const family = plan.mode === 'open-ended' ? familyOf(plan, pairs) : new Map<Pair, { p: number; level: number }>()
  const remembered = cacheBounds(boundsOf)
  const { samples, evidence } = samplesOf(plan, cohorts, looks)
  const number = isLook ? (last?.number ?? 0) + 1 : null
  const decided = decidedResultsOf(looks)
  const results = pairs.map((pair) => {
    const own = family.get(pair)
    const units = 'units' in pair.found ? pair.found.units : 0
    const kept = number === null ? factorBetweenLooks(plan, pair, last) : null
    const factor = () =>
      own && units > 0
        ? sequenceFactorAt(units, own.level, alphaOf(plan, pair.metric), plan.unitsPlanned)
        : (kept ?? factorOf(plan, pair, looks, time, remembered))
    return applyDecisions(resultOf(plan, pair, factor, own?.p ?? null), number, decided, samples.off)
  })
  const look = number === null ? null : { number, atMs, time, ratioEvidence: evidence, results }
  return { atMs, look, over: over || (look !== null && look.time >= 1 && plan.mode !== 'open-ended'), samples, results }
}
