import type { AnalysisPlan, Look, PlannedMetric } from './analysis-plan.ts'
import { welchDof } from './effect.ts'
import type { MaturedArms } from './matured.ts'
import { holm } from './multiplicity.ts'
import { sequenceFactorAt, sequenceP } from './sequence.ts'
import { studentTailQuantile } from './special/student.ts'
import type { lookBounds } from './spending.ts'

export type Pair = {
  readonly metric: PlannedMetric
  readonly arm: string
  readonly found: MaturedArms | { readonly problem: string }
}

const zOf = ({ found }: Pair): number | undefined =>
  'input' in found && found.input.differenceVariance > 0
    ? found.input.difference / Math.sqrt(found.input.differenceVariance)
    : undefined

/**
 * Returns the error of a metric by role: primary metrics share α by their number times that of the treatment arms,
 * guards share theirs; each other metric has α for itself.
 */
export const alphaOf = (plan: AnalysisPlan, { role }: PlannedMetric): number => {
  const family = plan.metrics.filter((metric) => metric.role === role).length * (plan.arms.length - 1)
  return role === 'secondary' || role === 'added' ? plan.alpha : plan.alpha / family
}

/** Returns the critical value of a comparison at a look, or as if a look were taken now. Infinity if there is none. */
export const factorOf = (
  plan: AnalysisPlan,
  pair: Pair,
  looks: readonly Look[],
  time: number,
  boundsOf: typeof lookBounds,
): number => {
  const alpha = alphaOf(plan, pair.metric)
  const units = 'units' in pair.found ? pair.found.units : 0
  if (units === 0) return Infinity
  if (plan.mode === 'fixed')
    return 'input' in pair.found
      ? studentTailQuantile(alpha / 2, welchDof(pair.found.control, pair.found.treatment))
      : Infinity
  if (plan.mode === 'open-ended') return sequenceFactorAt(units, alpha, alpha, plan.unitsPlanned)
  const before = looks.flatMap((look) => {
    const own = look.results.find(({ metric, arm }) => metric === pair.metric.key && arm === pair.arm)
    return own ? [{ time: look.time, information: own.units }] : []
  })
  // Cohorts only grow: a look with fewer units than an earlier one has no new information.
  const most = Math.max(0, ...before.map(({ information }) => information))
  // If the clock was set back, the time of earlier looks still counts.
  const latest = Math.max(0, ...before.map((look) => look.time))
  const next = { time: Math.max(latest, time), information: Math.max(most, units) }
  return boundsOf([...before, next], alpha).at(-1) ?? Infinity
}

/**
 * Returns the always-valid p of a family, adjusted by Holm, and the level at which each is tested, for its interval.
 */
export const familyOf = (plan: AnalysisPlan, pairs: readonly Pair[]): Map<Pair, { p: number; level: number }> => {
  const tested = pairs.filter(({ metric, found }) => metric.role === 'primary' && 'input' in found)
  const alphas =
    plan.alpha / Math.max(1, plan.metrics.filter(({ role }) => role === 'primary').length * (plan.arms.length - 1))
  const size = Math.round(plan.alpha / alphas)
  const raw = tested.map((pair) => {
    const z = zOf(pair)
    return z === undefined || !('input' in pair.found) ? 1 : sequenceP(z, pair.found.units, alphas, plan.unitsPlanned)
  })
  // Comparisons that cannot be tested yet still count in the family.
  const adjusted = holm([...raw, ...Array.from({ length: size - raw.length }, () => 1)])
  return new Map(
    tested.map((pair, at) => {
      const [own, p] = [raw[at] ?? 1, adjusted[at] ?? 1]
      const smaller = raw.filter((other) => other < own).length
      return [pair, { p, level: p < plan.alpha ? plan.alpha / (size - smaller) : alphas }]
    }),
  )
}
