import { z } from 'zod'
import { adjusted, pairedArm, pooledTheta } from '../../../src/shared/statistics/cuped.ts'
import { type Effect } from '../../../src/shared/statistics/effect.ts'
import { fiellerLift, type Lift, ratioInput } from '../../../src/shared/statistics/fieller.ts'
import { quantileArm } from '../../../src/shared/statistics/quantile.ts'
import { ratioArm } from '../../../src/shared/statistics/ratio.ts'
import { sequenceP } from '../../../src/shared/statistics/sequence.ts'
import { studentTailQuantile } from '../../../src/shared/statistics/special/student.ts'
import {
  armsOf,
  Difference,
  PairedArms,
  PairedRatioArms,
  pairedRatioSums,
  pairedSums,
  RatioArms,
  ratioSums,
} from './inputs.ts'
import { fisherP } from './unshipped/fisher.ts'
import { pairedRatioArm, ratioTheta } from './unshipped/paired-ratio.ts'
import { agrestiCaffo, newcombe, pooledTest, wald, wilson } from './unshipped/proportions.ts'
import { scoreInterval } from './unshipped/score.ts'
import { sequenceFactor } from './unshipped/sequence.ts'
import { deltaLift, differenceOf, testOneSided, testTwoSided } from './unshipped/tests-of-effect.ts'
import type { Answers } from './vectors.ts'

const Alpha = z.object({ alpha: z.number() })
const OneSided = z.object({ alpha: z.number(), alternative: z.enum(['greater', 'less']) })
const Counts = z.object({ n: z.number(), x: z.number() })
const Proportions = z.object({ control: Counts, treatment: Counts, alpha: z.number() })
const OneQuantile = z.object({
  n: z.number(),
  n_star: z.number(),
  quantile: z.number(),
  lower: z.number(),
  upper: z.number(),
})
const Quantiles = z.object({ control: OneQuantile, treatment: OneQuantile, difference: Difference, alpha: z.number() })
const Sequential = z.object({ ...PairedArms.shape, n_star: z.number() })

/** An effect in the vectors' format. */
const tested = (effect: Effect, alpha: number) => {
  const { p, interval, t } = testTwoSided(effect, alpha)
  return { estimate: effect.estimate, se: effect.standardError, dof: effect.dof, t, p, ci: interval }
}
const whole = [-Infinity, Infinity]
/** A lift in the vectors' format. An unbounded set has the whole line as its interval, or the gap in it. */
export const liftAnswer = (lift: Lift, open: boolean | null = null) => ({
  type: lift.type === 'unbounded' ? lift.set : lift.type,
  ci: lift.type === 'bounded' ? lift.interval : lift.type === 'unbounded' ? (lift.gap ?? whole) : whole,
  // A set that is not an interval excludes nothing: the expected answers are false or leave it open.
  excludes_zero: lift.type === 'bounded' ? lift.interval[0] > 0 || lift.interval[1] < 0 : open,
  ...(lift.type === 'baseline_zero' ? {} : { lift: lift.lift, g: lift.g }),
})
const chosen = <T>(difference: z.infer<typeof Difference>, absolute: T, relative: T): T =>
  difference === 'relative' ? relative : absolute
const there = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('nothing where a vector has an answer')
  return value
}
const pairOf = (input: unknown) => {
  const { kind, control, treatment } = PairedArms.parse(input)
  const theta = pooledTheta(pairedSums(control), pairedSums(treatment))
  const how = kind === 'prop' ? 'proportion' : 'mean'
  return adjusted(pairedArm(how, pairedSums(control)), pairedArm(how, pairedSums(treatment)), theta)
}

export const effects: Answers = {
  welch_abs: (input) => {
    const { control, treatment } = armsOf(input)
    const found = tested(differenceOf(control, treatment), Alpha.parse(input).alpha)
    return { ...found, diff: found.estimate }
  },
  welch_one_sided: (input) => {
    const { control, treatment } = armsOf(input)
    const { alpha, alternative } = OneSided.parse(input)
    const effect = differenceOf(control, treatment)
    const { p, interval } = testOneSided(effect, alpha, alternative)
    return { diff: effect.estimate, se: effect.standardError, p, ci: interval }
  },
  lift_delta: (input) => {
    const { control, treatment } = armsOf(input)
    const found = tested(deltaLift(control, treatment), Alpha.parse(input).alpha)
    return { ...found, lift: found.estimate, p_delta: found.p }
  },
  lift_fieller: (input) => {
    const { control, treatment } = armsOf(input)
    const { alpha } = Alpha.parse(input)
    const effect = differenceOf(control, treatment)
    const factor = studentTailQuantile(alpha / 2, effect.dof)
    const { p } = testTwoSided(effect, alpha)
    return { ...liftAnswer(fiellerLift(ratioInput(control, treatment), factor)), p }
  },
  prop_two_sample: (input) => {
    const { control, treatment, alpha } = Proportions.parse(input)
    const pooled = pooledTest(control, treatment)
    return {
      z_pooled: pooled?.z ?? null,
      p_pooled: pooled?.p ?? null,
      wald: wald(control, treatment, alpha),
      newcombe: newcombe(control, treatment, alpha),
      agresti_caffo: agrestiCaffo(control, treatment, alpha),
      mn_score: scoreInterval(control, treatment, alpha),
      p_fisher: fisherP(control, treatment),
      wilson_control: wilson(control, alpha),
      wilson_treatment: wilson(treatment, alpha),
    }
  },
  ratio_delta: (input) => {
    const asked = RatioArms.parse(input)
    const [control, treatment] = [
      there(ratioArm(ratioSums(asked.control))),
      there(ratioArm(ratioSums(asked.treatment))),
    ]
    const effect = chosen(asked.difference, differenceOf(control, treatment), deltaLift(control, treatment))
    return {
      ...tested(effect, asked.alpha),
      control_ratio: control.mean,
      treatment_ratio: treatment.mean,
      control_variance: control.variance,
      treatment_variance: treatment.variance,
    }
  },
  cuped_mean: (input) => {
    const { difference, alpha } = PairedArms.parse(input)
    const found = pairOf(input)
    const effect = chosen(difference, differenceOf(found.control, found.treatment), found.delta)
    return { ...tested(effect, alpha), theta: found.theta }
  },
  cuped_fieller: (input) => {
    const { alpha } = PairedArms.parse(input)
    const found = pairOf(input)
    const { dof } = differenceOf(found.control, found.treatment)
    return { ...liftAnswer(fiellerLift(found.lift, studentTailQuantile(alpha / 2, dof))), theta: found.theta }
  },
  cuped_ratio: (input) => {
    const asked = PairedRatioArms.parse(input)
    const control = there(pairedRatioArm(pairedRatioSums(asked.control)))
    const treatment = there(pairedRatioArm(pairedRatioSums(asked.treatment)))
    const found = adjusted(control, treatment, ratioTheta(control, treatment), true)
    const effect = chosen(asked.difference, differenceOf(found.control, found.treatment), found.delta)
    return { ...tested(effect, asked.alpha), theta: found.theta }
  },
  quantile: (input) => {
    const asked = Quantiles.parse(input)
    const [control, treatment] = [asked.control, asked.treatment].map((arm) =>
      quantileArm({ ...arm, values: arm.n_star }, asked.alpha),
    )
    const [c, t] = [there(control), there(treatment)]
    return {
      ...tested(chosen(asked.difference, differenceOf(c, t), deltaLift(c, t)), asked.alpha),
      control_variance: c.variance,
      treatment_variance: t.variance,
    }
  },
  seq_cuped: (input) => {
    const asked = Sequential.parse(input)
    const found = pairOf(input)
    const { estimate, standardError } = chosen(
      asked.difference,
      differenceOf(found.control, found.treatment),
      found.delta,
    )
    const units = asked.control.n + asked.treatment.n
    const halfwidth = sequenceFactor(units, asked.alpha, asked.n_star) * standardError
    return {
      estimate,
      se: standardError,
      halfwidth,
      ci: [estimate - halfwidth, estimate + halfwidth],
      p: sequenceP(estimate / standardError, units, asked.alpha, asked.n_star),
    }
  },
}
