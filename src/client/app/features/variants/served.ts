import { shareOf } from '../../../../shared/datafile/imported-share.ts'
import { limits } from '../../../../shared/limits.ts'
import type { ExtendedSplit } from '../../../../shared/schemas/extended-split.ts'
import type { Serve } from '../../../../shared/schemas/split.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import { weightsOf } from '../../../../shared/text/rules/serve.ts'
import type { BarShare } from './share-bar.tsx'
import { type Slot, slotOf } from './variant-slots.ts'

/** Weights of an imported split. Null if a slot does not serve a variant, or if its bucketing is unknown. */
const importedWeights = ({ point, bounds, slots }: ExtendedSplit<Serve>): ReadonlyMap<string, number> | null => {
  const weights = new Map<string, number>()
  for (const { lo, hi, serve, passthrough } of slots) {
    if (passthrough === true) continue
    const share = 'variant' in serve ? shareOf({ point, bounds, lo, hi }) : null
    if (share === null || !('variant' in serve)) return null
    const weight = Math.round(share * limits.weightUnits)
    weights.set(serve.variant, (weights.get(serve.variant) ?? 0) + weight)
  }
  return weights
}

/**
 * Weights that a rule serves, in order. Null if another system’s bucketing is unknown. `share` is the part of the
 * matching users, from 0 to 1, that an imported rollout includes.
 */
export const servedWeights = (serve: Serve, share = 1): ReadonlyMap<string, number> | null => {
  if ('variant' in serve) return new Map([[serve.variant, Math.round(share * limits.weightUnits)]])
  if ('split' in serve) return weightsOf(serve.split)
  return 'wide' in serve ? importedWeights(serve.wide) : null
}

/** The same as bar shares. Users that the split leaves to later rules are a gap. */
export const servedShares = (serve: Serve, slots: ReadonlyMap<string, Slot>, share = 1): BarShare[] => {
  const weights = [...(servedWeights(serve, share) ?? [])]
  const left = limits.weightUnits - weights.reduce((sum, [, weight]) => sum + weight, 0)
  return [
    ...weights.map(([key, size]) => ({ key, slot: slotOf(slots, key), size })),
    ...(left > 0 ? [{ key: '', slot: null, size: left }] : []),
  ]
}

/** A served variant with its share. The share is empty if it is everything. */
export type ServedVariantShare = { variant: string; share: string }

/**
 * What a rule serves as table text: `on`; `on 60%, rest off`; `classic 60%, compact 40%`; `on 25%`, with later rules
 * for the rest. Null if another system’s bucketing is unknown.
 */
export const servedWords = (serve: Serve, share = 1): ServedVariantShare[] | null => {
  const all = servedWeights(serve, share)
  if (all === null) return null
  const weights = [...all].filter(([, weight]) => weight > 0)
  const [first, second, ...others] = weights
  if (first === undefined) return []
  if (first[1] >= limits.weightUnits) return [{ variant: first[0], share: '' }]
  if (second !== undefined && others.length === 0 && first[1] + second[1] === limits.weightUnits)
    return [{ variant: first[0], share: `${percent(first[1])}, rest ${second[0]}` }]
  return weights.map(([variant, weight]) => ({ variant, share: percent(weight) }))
}
