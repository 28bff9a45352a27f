import { z } from 'zod'
import { type Arm, meanArm, proportionArm } from '../../../src/shared/statistics/arm.ts'
import type { PairedSums } from '../../../src/shared/statistics/cuped.ts'
import type { RatioSums } from '../../../src/shared/statistics/ratio.ts'

/** The sums of an arm in the vectors' format. For proportions the squares may be missing. */
export const ArmSums = z.object({ n: z.number(), sum: z.number(), sumsq: z.number().optional() })
export const Kind = z.enum(['mean', 'prop']).default('mean')
export const Arms = z.object({ kind: Kind, control: ArmSums, treatment: ArmSums })
export const Difference = z.enum(['absolute', 'relative'])

export const armOf = (kind: z.infer<typeof Kind>, { n, sum, sumsq = sum }: z.infer<typeof ArmSums>): Arm =>
  kind === 'prop' ? proportionArm({ n, sum }) : meanArm({ n, sum, sumsq })

/** Parses both arms of an input. */
export const armsOf = (input: unknown): { control: Arm; treatment: Arm } => {
  const { kind, control, treatment } = Arms.parse(input)
  return { control: armOf(kind, control), treatment: armOf(kind, treatment) }
}

export const Ratio = z.object({
  ...ArmSums.shape,
  sumsq: z.number(),
  den_sum: z.number(),
  den_sumsq: z.number(),
  num_den: z.number(),
})
export const RatioArms = z.object({ control: Ratio, treatment: Ratio, difference: Difference, alpha: z.number() })
export const ratioSums = (sums: z.infer<typeof Ratio>): RatioSums => ({
  over: sums,
  under: { n: sums.n, sum: sums.den_sum, sumsq: sums.den_sumsq },
  product: sums.num_den,
})

const Paired = z.object({
  ...ArmSums.shape,
  sumsq: z.number(),
  pre_sum: z.number(),
  pre_sumsq: z.number(),
  post_pre: z.number(),
})
export const PairedArms = z.object({
  kind: Kind,
  control: Paired,
  treatment: Paired,
  difference: Difference.default('absolute'),
  alpha: z.number(),
})
export const pairedSums = (sums: z.infer<typeof Paired>): PairedSums => ({
  after: sums,
  before: { n: sums.n, sum: sums.pre_sum, sumsq: sums.pre_sumsq },
  product: sums.post_pre,
})

const PairedRatio = z.object({
  ...Ratio.shape,
  ...Paired.shape,
  pre_den_sum: z.number(),
  pre_den_sumsq: z.number(),
  pre_num_den: z.number(),
  den_post_den_pre: z.number(),
  post_den_pre: z.number(),
  pre_den_post: z.number(),
})
export const PairedRatioArms = z.object({
  control: PairedRatio,
  treatment: PairedRatio,
  difference: Difference,
  alpha: z.number(),
})
export const pairedRatioSums = (sums: z.infer<typeof PairedRatio>) => ({
  after: ratioSums(sums),
  before: {
    over: { n: sums.n, sum: sums.pre_sum, sumsq: sums.pre_sumsq },
    under: { n: sums.n, sum: sums.pre_den_sum, sumsq: sums.pre_den_sumsq },
    product: sums.pre_num_den,
  },
  overOver: sums.post_pre,
  underUnder: sums.den_post_den_pre,
  overUnder: sums.post_den_pre,
  underOver: sums.pre_den_post,
})
