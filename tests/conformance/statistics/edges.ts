import { z } from 'zod'
import { sampleRatio } from '../../../src/shared/statistics/srm.ts'
import { Ratio, ratioSums } from './inputs.ts'
import { compare, type Measured } from './unshipped/compare.ts'
import type { Answers } from './vectors.ts'

// Non-finite numbers must be passed on unchanged.
const Loose = z.union([
  z.number(),
  z.literal('NaN').transform(() => Number.NaN),
  z.literal('Infinity').transform(() => Infinity),
])
const Mean = z
  .object({ n: Loose, sum: Loose, sumsq: Loose.optional() })
  .transform(({ n, sum, sumsq = sum }) => ({ n, sum, sumsq }))
const Share = z.object({ n: Loose, sum: Loose })
const alpha = z.number().default(0.05)

const Edge = z.union([
  z.object({ op: z.literal('srm'), observed: z.array(z.number()), weights: z.array(z.number()) }),
  z.object({ kind: z.literal('mean'), control: Mean, treatment: Mean, alpha }),
  z.object({ kind: z.literal('prop'), control: Share, treatment: Share, alpha }),
  z.object({ kind: z.literal('ratio'), control: Ratio, treatment: Ratio, alpha }),
])

const measuredOf = (asked: Exclude<z.infer<typeof Edge>, { op: 'srm' }>): Measured =>
  asked.kind === 'ratio'
    ? { kind: 'ratio', control: ratioSums(asked.control), treatment: ratioSums(asked.treatment) }
    : asked.kind === 'prop'
      ? { kind: 'proportion', control: asked.control, treatment: asked.treatment }
      : { kind: 'mean', control: asked.control, treatment: asked.treatment }

export const edges: Answers = {
  edge_contract: (input) => {
    const asked = Edge.parse(input)
    if ('op' in asked) return sampleRatio(asked.observed, asked.weights)
    const found = compare(measuredOf(asked), asked.alpha)
    return {
      ...found,
      diff: found.difference,
      se: found.standardError,
      ci: found.interval,
      lift_ci: found.liftInterval,
      lift_status: found.liftStatus,
    }
  },
}
