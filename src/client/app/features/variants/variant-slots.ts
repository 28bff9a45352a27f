import type { FlagPage } from '../../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'

/** Determines a variant’s color: on or off for boolean flags, otherwise its position among the flag’s variants. */
export type Slot = 'on' | 'off' | number

/** Number of colors. From the seventh on, hatching helps to tell them apart. */
const colours = 12
const plainColours = 6

/** All current and former variants of a flag: the original ones, then those that environments added. */
export const knownVariants = ({ flag, heads }: Pick<FlagPage, 'flag' | 'heads'>): string[] => [
  ...new Set([...flag.variants, ...Object.values(heads).flatMap(({ document }) => Object.keys(document.variants))]),
]

/**
 * Assigns slots to a flag’s variants, starting with `known`. This keeps colors stable between environments and after a
 * variant is removed.
 */
export const variantSlots = (
  { type, variants }: Pick<FlagDocument, 'type' | 'variants'>,
  known: readonly string[],
): ReadonlyMap<string, Slot> => {
  if (type === 'boolean')
    return new Map(Object.entries(variants).map(([key, value]): [string, Slot] => [key, value === true ? 'on' : 'off']))
  return new Map([...new Set([...known, ...Object.keys(variants)])].map((key, i): [string, Slot] => [key, i]))
}

/** The slot of a variant. The default in code (null) has none and is drawn as off. */
export const slotOf = (slots: ReadonlyMap<string, Slot>, variant: string | null): Slot =>
  (variant === null ? undefined : slots.get(variant)) ?? 'off'

export const slotColour = (slot: Slot): string =>
  typeof slot === 'number' ? `var(--variant-${(slot % colours) + 1})` : `var(--variant-${slot})`

/** Whether a slot is hatched: no palette makes more than six colors distinguishable. */
export const isHatched = (slot: Slot): boolean => typeof slot === 'number' && slot >= plainColours
