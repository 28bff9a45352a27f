import type { Usage } from '../../../../shared/features/insights/schemas/insights.ts'
import { type Slot, slotOf } from '../variants/variant-slots.ts'

/** The counts of one variant over time, and what it is drawn as. */
export type TrafficLayer = { name: string; slot: Slot; counts: readonly (number | null)[] }

/**
 * The counts of a flag by variant in the order of its table, with the colour each has everywhere. What has no place in the
 * table, and the default in code, comes last and neutral.
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
