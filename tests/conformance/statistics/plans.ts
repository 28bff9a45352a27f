import { z } from 'zod'
import { holm } from '../../../src/shared/statistics/multiplicity.ts'
import { controlUnits, smallestDifference } from '../../../src/shared/statistics/power.ts'
import { armsOf, Difference } from './inputs.ts'
import { absolutePrior, betaBinomial, posterior } from './unshipped/bayes.ts'
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, hochberg } from './unshipped/multiplicity.ts'
import { powerAt, powerOf, powerPlan, powerWith, unitsStillNeeded } from './unshipped/power.ts'
import { sequenceFactor } from './unshipped/sequence.ts'
import { deltaLift, differenceOf } from './unshipped/tests-of-effect.ts'
import { capAt, cappedSums } from './unshipped/winsor.ts'
import type { Answers } from './vectors.ts'

const Prior = z.object({ mean: z.number(), variance: z.number(), proper: z.boolean() })
const Bayes = z.object({ difference: Difference, prior: Prior, alpha: z.number(), inverse: z.boolean() })
const Counts = z.object({ n: z.number(), x: z.number() })
const Betas = z.object({ control: Counts, treatment: Counts, prior: z.object({ a: z.number(), b: z.number() }) })
const Fixed = z.object({
  kind: z.enum(['mean', 'prop']),
  baseline: z.number(),
  sd: z.number().nullable(),
  relative_mde: z.number(),
  ratio: z.number(),
  alpha: z.number(),
  power: z.number(),
})
const OneLook = z.object({
  n: z.number(),
  unit_variance: z.number(),
  diff: z.number(),
  alpha: z.number(),
  n_star: z.number(),
})
const Midway = z.object({
  alpha: z.number(),
  relative_mde: z.number(),
  power: z.number(),
  sequential: z.boolean(),
  n_star: z.number(),
})
const Values = z.object({
  control_values: z.array(z.number()),
  treatment_values: z.array(z.number()),
  q: z.number(),
  ignore_zeros: z.boolean(),
})

export const plans: Answers = {
  bayes_normal: (input) => {
    const { control, treatment } = armsOf(input)
    const { difference, prior, alpha, inverse } = Bayes.parse(input)
    const own = prior.proper ? { mean: prior.mean, variance: prior.variance } : null
    const found =
      difference === 'relative'
        ? posterior(deltaLift(control, treatment), own, alpha, inverse)
        : posterior(differenceOf(control, treatment), absolutePrior(own, control.mean), alpha, inverse)
    return {
      posterior_mean: found.mean,
      posterior_sd: found.sd,
      chance_to_win: found.chanceToWin,
      ci: found.interval,
      risk: [found.risk.keep, found.risk.ship],
    }
  },
  beta_binomial: (input) => {
    const { control, treatment, prior } = Betas.parse(input)
    const found = betaBinomial(control, treatment, prior)
    return { p_treatment_better: found.chanceToWin, expected_loss_treatment: found.riskOfShipping }
  },
  multiple_testing: (input) => {
    const { p } = z.object({ p: z.array(z.number()) }).parse(input)
    return {
      holm: holm(p),
      bh: benjaminiHochberg(p),
      bonferroni: bonferroni(p),
      hochberg: hochberg(p),
      by: benjaminiYekutieli(p),
    }
  },
  power_fixed: (input) => {
    const asked = Fixed.parse(input)
    const { baseline, sd, alpha, ratio, power } = asked
    const metric =
      asked.kind === 'mean'
        ? { kind: 'mean' as const, baseline, sd: sd ?? 0 }
        : { kind: 'proportion' as const, baseline }
    const plan = powerPlan(metric, asked.relative_mde, { ratio, alpha })
    const exact = controlUnits(plan, power)
    const units = Math.ceil(exact)
    return {
      n_control_exact: exact,
      n_control: units,
      n_treatment: Math.ceil(units * ratio),
      achieved_power: powerWith(plan, units),
      mde_abs_at_n: smallestDifference(plan, units, power),
    }
  },
  power_sequential: (input) => {
    const { n, unit_variance, diff, alpha, n_star } = OneLook.parse(input)
    const c = sequenceFactor(n, alpha, n_star)
    const se = Math.sqrt(unit_variance / n)
    return { c, se, power: powerOf(diff, se, c) }
  },
  power_midexperiment: (input) => {
    const { control, treatment } = armsOf(input)
    const asked = Midway.parse(input)
    const run = {
      control,
      treatment,
      relative: asked.relative_mde,
      alpha: asked.alpha,
      ...(asked.sequential ? { unitsPlanned: asked.n_star } : {}),
    }
    const more = unitsStillNeeded(run, asked.power)
    return {
      scaling_factor: more,
      additional_units: more * (control.n + treatment.n),
      power_now: powerAt(run, 1),
    }
  },
  winsor: (input) => {
    const { control_values, treatment_values, q, ignore_zeros } = Values.parse(input)
    const cap = capAt([...control_values, ...treatment_values], q, ignore_zeros) ?? 0
    const [control, treatment] = [cappedSums(control_values, cap), cappedSums(treatment_values, cap)]
    return { cap, n_capped: control.capped + treatment.capped, control, treatment }
  },
}
