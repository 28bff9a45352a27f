import type { FlagPage } from '../../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'

/** What a variant is drawn as: on and off of a boolean flag, else its place in the flag's table of variants. */
export type Slot = 'on' | 'off' | number

/** How many places have a colour of their own; after the sixth a hatch helps to tell them apart. */
const colours = 12
const plainColours = 6

/** Every variant a flag is known to have or to have had: those it was made with, then those that its environments added. */
export const knownVariants = ({ flag, heads }: Pick<FlagPage, 'flag' | 'heads'>): string[] => [
  ...new Set([...flag.variants, ...Object.values(heads).flatMap(({ document }) => Object.keys(document.variants))]),
]

/**
 * The slot of each variant of a flag, and of those it is `known` to have had, which come first: so it is the same wherever the
 * flag is shown, in environments with other variants, and when one before it is removed.
 */
export const variantSlots = (
  { type, variants }: Pick<FlagDocument, 'type' | 'variants'>,
  known: readonly string[],
): ReadonlyMap<string, Slot> => {
  if (type === 'boolean')
    return new Map(Object.entries(variants).map(([key, value]): [string, Slot] => [key, value === true ? 'on' : 'off']))
  return new Map([...new Set([...known, ...Object.keys(variants)])].map((key, i): [string, Slot] => [key, i]))
}

/** A variant and its slot; null, the default in code, has none and is drawn as off. */
export const slotOf = (slots: ReadonlyMap<string, Slot>, variant: string | null): Slot =>
  (variant === null ? undefined : slots.get(variant)) ?? 'off'

/** The colour of a slot, as a style. */
export const slotColour = (slot: Slot): string =>
  typeof slot === 'number' ? `var(--variant-${(slot % colours) + 1})` : `var(--variant-${slot})`

/** Whether a slot is hatched: beyond six, no palette tells every pair apart. */
export const isHatched = (slot: Slot): boolean => typeof slot === 'number' && slot >= plainColours
