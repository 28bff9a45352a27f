import { limits } from '../../../../shared/limits.ts'
import type { Serve } from '../../../../shared/schemas/split.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import { weightsOf } from '../../../../shared/text/rules/serve.ts'
import type { BarShare } from './share-bar.tsx'
import { type Slot, slotOf } from './variant-slots.ts'

/** What a rule gives in weights, in order; null where another system divides. */
export const servedWeights = (serve: Serve): ReadonlyMap<string, number> | null => {
  if ('variant' in serve) return new Map([[serve.variant, limits.weightUnits]])
  return 'split' in serve ? weightsOf(serve.split) : null
}

/** The same as the shares of a bar; what the split leaves to later rules is a gap. */
export const servedShares = (serve: Serve, slots: ReadonlyMap<string, Slot>): BarShare[] => {
  const weights = [...(servedWeights(serve) ?? [])]
  const left = limits.weightUnits - weights.reduce((sum, [, weight]) => sum + weight, 0)
  return [
    ...weights.map(([key, size]) => ({ key, slot: slotOf(slots, key), size })),
    ...(left > 0 ? [{ key: '', slot: null, size: left }] : []),
  ]
}

/** One answer of a rule as a table says it: the variant, and its share where it is not all. */
export type Served = { variant: string; share: string }

/**
 * What a rule gives in the words of a table: `on`; `on 60%, rest off`; `classic 60%, compact 40%`; `on 25%`, the rest of
 * whom later rules have. Null where another system divides.
 */
export const servedWords = (serve: Serve): Served[] | null => {
  const all = servedWeights(serve)
  if (all === null) return null
  const weights = [...all].filter(([, weight]) => weight > 0)
  const [first, second, ...others] = weights
  if (first === undefined) return []
  if (first[1] >= limits.weightUnits) return [{ variant: first[0], share: '' }]
  if (second !== undefined && others.length === 0 && first[1] + second[1] === limits.weightUnits)
    return [{ variant: first[0], share: `${percent(first[1])}, rest ${second[0]}` }]
  return weights.map(([variant, weight]) => ({ variant, share: percent(weight) }))
}
