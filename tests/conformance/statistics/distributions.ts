import { z } from 'zod'
import { mergeMoments, momentsOf, varianceOf } from '../../../src/shared/statistics/moments.ts'
import { betaCdf } from '../../../src/shared/statistics/special/beta.ts'
import { chiSquareTail, logGamma } from '../../../src/shared/statistics/special/gamma.ts'
import { normalQuantile, normalTail } from '../../../src/shared/statistics/special/normal.ts'
import { studentTail } from '../../../src/shared/statistics/special/student.ts'
import { logRatioEvidence, ratioP, sampleRatio } from '../../../src/shared/statistics/srm.ts'
import { sumsOf } from '../../support/samples.ts'
import { normalCdf, studentQuantile } from './unshipped/distributions.ts'
import type { Answers } from './vectors.ts'

const Special = z.discriminatedUnion('fn', [
  z.object({ fn: z.enum(['norm_cdf', 'norm_sf']), x: z.number() }),
  z.object({ fn: z.literal('norm_ppf'), p: z.number() }),
  z.object({ fn: z.literal('t_sf'), t: z.number(), df: z.number() }),
  z.object({ fn: z.literal('t_ppf'), p: z.number(), df: z.number() }),
  z.object({ fn: z.literal('chi2_sf'), x: z.number(), df: z.number() }),
  z.object({ fn: z.literal('lgamma'), x: z.number() }),
  z.object({ fn: z.literal('betainc'), a: z.number(), b: z.number(), x: z.number() }),
])

const special = (asked: z.infer<typeof Special>): number => {
  switch (asked.fn) {
    case 'norm_cdf':
      return normalCdf(asked.x)
    case 'norm_sf':
      return normalTail(asked.x)
    case 'norm_ppf':
      return normalQuantile(asked.p)
    case 't_sf':
      return studentTail(asked.t, asked.df)
    case 't_ppf':
      return studentQuantile(asked.p, asked.df)
    case 'chi2_sf':
      return chiSquareTail(asked.x, asked.df)
    case 'lgamma':
      return logGamma(asked.x)
    case 'betainc':
      return betaCdf(asked.a, asked.b, asked.x)
  }
}

const Values = z.object({ values: z.array(z.number()), shift: z.number() })
const OneMoments = z.object({ n: z.number(), mean: z.number(), m2: z.number() })
const Pair = z.object({ a: OneMoments, b: OneMoments })
const Observed = z.object({ observed: z.array(z.number()), weights: z.array(z.number()) })
const Batches = z.object({
  weights: z.array(z.number()),
  batches: z.array(z.array(z.number())),
  concentration: z.number(),
})

export const distributions: Answers = {
  special: (input) => ({ value: special(Special.parse(input)) }),
  moments: (input) => {
    const { values, shift } = Values.parse(input)
    const [raw, shifted] = [sumsOf(values), sumsOf(values, shift)]
    const moments = momentsOf(shifted, shift)
    return {
      ...raw,
      shifted_sum: shifted.sum,
      shifted_sumsq: shifted.sumsq,
      mean: moments.mean,
      variance: varianceOf(moments),
    }
  },
  moments_merge: (input) => {
    const { a, b } = Pair.parse(input)
    return mergeMoments(a, b)
  },
  srm_chi2: (input) => {
    const { observed, weights } = Observed.parse(input)
    const found = sampleRatio(observed, weights)
    return found.status === 'ok' ? { chi2: found.chiSquare, df: found.df, p: found.p } : found
  },
  srm_sequential: (input) => {
    const { weights, batches, concentration } = Batches.parse(input)
    const logs = batches.map((_, look) =>
      logRatioEvidence(
        weights.map((_weight, arm) => batches.slice(0, look + 1).reduce((sum, batch) => sum + (batch[arm] ?? 0), 0)),
        weights,
        concentration,
      ),
    )
    return { log_bf: logs, p: logs.map((_, look) => ratioP(logs.slice(0, look + 1))) }
  },
}
