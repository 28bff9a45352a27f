import type { Usage } from '../../../../shared/schemas/insights.ts'
import type { Slot } from '../variants/variant-slots.ts'

/** The counts of one variant over time, and what it is drawn as. */
export type TrafficLayer = { name: string; slot: Slot; counts: readonly (number | null)[] }

/**
 * The counts of a flag by variant in the order of its table, with the colour each has everywhere: the first of a boolean
 * flag is on. What has no place in the table, and the default in code, comes last and neutral.
 */
export const trafficLayers = (
  { series }: Pick<Usage, 'series'>,
  { type, variants }: { type: string; variants: readonly string[] },
): TrafficLayer[] => {
  const placeOf = (variant: string | null) => {
    const at = variant === null ? -1 : variants.indexOf(variant)
    return at < 0 ? variants.length : at
  }
  return series
    .map(({ variant, counts }) => {
      const at = placeOf(variant)
      const slot: Slot = at === variants.length ? 'off' : type === 'boolean' ? (at === 0 ? 'on' : 'off') : at
      return { name: variant ?? 'the default in code', slot, counts, at }
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, slot, counts }) => ({ name, slot, counts }))
}
