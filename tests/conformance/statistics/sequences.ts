import { z } from 'zod'
import { type Arm, meanVariance } from '../../../src/shared/statistics/arm.ts'
import { eventShare } from '../../../src/shared/statistics/event-share.ts'
import { fiellerLift, ratioInput } from '../../../src/shared/statistics/fieller.ts'
import { guardMeans } from '../../../src/shared/statistics/guard.ts'
import { oneSidedFactor, oneSidedP, sequenceP } from '../../../src/shared/statistics/sequence.ts'
import { normalTail, normalTailQuantile } from '../../../src/shared/statistics/special/normal.ts'
import { lookBounds } from '../../../src/shared/statistics/spending.ts'
import { stratified } from '../../../src/shared/statistics/strata.ts'
import { liftAnswer } from './effects.ts'
import { ArmSums, armOf, armsOf, Difference, Kind } from './inputs.ts'
import { mixtureTest, sequenceFactor, sequenceRho } from './unshipped/sequence.ts'
import { deltaLift, differenceOf } from './unshipped/tests-of-effect.ts'
import type { Answers } from './vectors.ts'

const Share = z.object({
  phases: z.array(z.object({ share: z.number(), xT: z.number(), xC: z.number() })),
  direction: z.enum(['higher', 'lower', 'two_sided']),
  null_ratio: z.number(),
})
const Mixture = z.object({ diff: z.number(), variance: z.number(), tau2: z.number(), alpha: z.number() })
const Guardrail = z.object({
  alpha: z.number(),
  n_star: z.number(),
  worse: z.enum(['higher', 'lower']),
  margin: z.number(),
  margin_kind: z.enum(['relative', 'absolute']),
})
const Planned = z.object({ alpha: z.number(), n_star: z.number() })
const TwoSided = z.object({ ...Planned.shape, difference: Difference })
const OneSided = z.object({ ...Planned.shape, alternative: z.enum(['greater', 'less']) })
const Bounds = z.object({
  t: z.array(z.number()),
  information: z.array(z.number()).optional(),
  alpha: z.number(),
  spending: z.enum(['obf', 'power']).default('obf'),
  phi: z.number().default(1),
})
const Strata = z.object({
  kind: Kind,
  phases: z.array(z.object({ control: ArmSums, treatment: ArmSums })),
  ...Planned.shape,
})

const around = (estimate: number, halfWidth: number): [number, number] => [estimate - halfWidth, estimate + halfWidth]
const meanOf = (arm: Arm) => ({ mean: arm.mean, variance: meanVariance(arm) })
const states = { harm: 'rollback', safe: 'safe', 'going-on': 'continue', collecting: 'collecting' } as const
const bounds = (input: unknown) => {
  const { t, information = t, alpha, spending, phi } = Bounds.parse(input)
  const looks = t.map((time, at) => ({ time, information: information[at] ?? 0 }))
  return {
    z: lookBounds(looks, alpha, spending === 'obf' ? { kind: 'obrien-fleming' } : { kind: 'power', exponent: phi }),
  }
}

export const sequences: Answers = {
  event_share: (input) => {
    const { phases, direction, null_ratio } = Share.parse(input)
    const found = eventShare(
      phases.map(({ share, xT, xC }) => ({ share, treatment: xT, control: xC })),
      direction === 'two_sided' ? 'two-sided' : direction,
      null_ratio,
    )
    return { log_e: found.logEvidence, p: found.p }
  },
  msprt: (input) => {
    const { diff, variance, tau2, alpha } = Mixture.parse(input)
    const found = mixtureTest(diff, variance, tau2, alpha)
    return { log_lambda: found.logEvidence, p: found.p, ci: around(diff, found.halfWidth) }
  },
  guardrail: (input) => {
    const { control, treatment } = armsOf(input)
    const { alpha, n_star, worse, margin, margin_kind } = Guardrail.parse(input)
    const found = guardMeans(
      meanOf(control),
      meanOf(treatment),
      {
        worse,
        margin: margin_kind === 'relative' ? { relative: margin } : { absolute: margin },
        alpha,
        unitsPlanned: n_star,
      },
      control.n + treatment.n,
    )
    return {
      contrast: found.contrast,
      se: found.standardError,
      halfwidth: found.halfWidth,
      p_harm: found.pHarm,
      p_safe: found.pSafe,
      state: states[found.state],
    }
  },
  seq_two_sided: (input) => {
    const { control, treatment } = armsOf(input)
    const { alpha, n_star, difference } = TwoSided.parse(input)
    const { estimate, standardError } =
      difference === 'relative' ? deltaLift(control, treatment) : differenceOf(control, treatment)
    const units = control.n + treatment.n
    const halfwidth = sequenceFactor(units, alpha, n_star) * standardError
    return {
      estimate,
      se: standardError,
      rho: sequenceRho(alpha, n_star),
      halfwidth,
      ci: around(estimate, halfwidth),
      p: sequenceP(estimate / standardError, units, alpha, n_star),
    }
  },
  seq_one_sided: (input) => {
    const { control, treatment } = armsOf(input)
    const { alpha, n_star, alternative } = OneSided.parse(input)
    const { estimate, standardError } = differenceOf(control, treatment)
    const units = control.n + treatment.n
    const reach = oneSidedFactor(units, alpha, n_star) * standardError
    const z = estimate / standardError
    return {
      estimate,
      se: standardError,
      rho: sequenceRho(2 * alpha, n_star),
      ci: alternative === 'greater' ? [estimate - reach, Infinity] : [-Infinity, estimate + reach],
      p_closed: oneSidedP(alternative === 'greater' ? z : -z, units, alpha, n_star),
    }
  },
  seq_fieller: (input) => {
    const { control, treatment } = armsOf(input)
    const { alpha, n_star } = Planned.parse(input)
    const c = sequenceFactor(control.n + treatment.n, alpha, n_star)
    return { ...liftAnswer(fiellerLift(ratioInput(control, treatment), c), false), c }
  },
  gst_bounds: bounds,
  gst_calendar: bounds,
  stratified: (input) => {
    const { kind, phases, alpha, n_star } = Strata.parse(input)
    const found = stratified(
      phases.map(({ control, treatment }) => ({ control: armOf(kind, control), treatment: armOf(kind, treatment) })),
    )
    if (!found) return {}
    const se = Math.sqrt(found.differenceVariance)
    const c = sequenceFactor(found.units, alpha, n_star)
    const [once, always] = [normalTailQuantile(alpha / 2), c].map((factor) => liftAnswer(fiellerLift(found, factor)))
    return {
      diff: found.difference,
      se,
      z: found.difference / se,
      p: 2 * normalTail(Math.abs(found.difference / se)),
      baseline: found.baseline,
      lift: found.difference / Math.abs(found.baseline),
      lift_type: once?.type,
      lift_ci: once?.ci,
      n_eff: found.units,
      c_seq: c,
      seq_ci: around(found.difference, c * se),
      seq_lift_type: always?.type,
      seq_lift_ci: always?.ci,
    }
  },
}
