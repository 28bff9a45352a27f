import type { Usage } from '../../../../shared/features/insights/schemas/insights.ts'
import { type Slot, slotOf } from '../variants/variant-slots.ts'

/** Counts of one variant over time, with its color. */
export type TrafficLayer = { name: string; slot: Slot; counts: readonly (number | null)[] }

/**
 * Counts of a flag by variant, in table order and with each variant’s color. Removed variants and the default in code
 * come last, in a neutral color.
 */
export const trafficLayers = ({ series }: Pick<Usage, 'series'>, slots: ReadonlyMap<string, Slot>): TrafficLayer[] => {
  const order = [...slots.keys()]
  const placeOf = (variant: string | null) => {
    const at = variant === null ? -1 : order.indexOf(variant)
    return at < 0 ? order.length : at
  }
  return series
    .toSorted((a, b) => placeOf(a.variant) - placeOf(b.variant))
    .map(({ variant, counts }) => ({ name: variant ?? 'the default in code', slot: slotOf(slots, variant), counts }))
}
