import type { FlagDocument } from '../../../../shared/schemas/flag.ts'

/** What a variant is drawn as: on and off of a boolean flag, else its place in the flag's table of variants. */
export type Slot = 'on' | 'off' | number

/** How many places have a colour of their own; after the sixth a hatch helps to tell them apart. */
const colours = 12
const plainColours = 6

/** The slot of each variant of a flag: the same wherever the flag is shown. */
export const variantSlots = ({ type, variants }: Pick<FlagDocument, 'type' | 'variants'>): ReadonlyMap<string, Slot> =>
  new Map(
    Object.entries(variants).map(([key, value], i): [string, Slot] => [
      key,
      type === 'boolean' ? (value === true ? 'on' : 'off') : i,
    ]),
  )

/** A variant and its slot; null, the default in code, has none and is drawn as off. */
export const slotOf = (slots: ReadonlyMap<string, Slot>, variant: string | null): Slot =>
  (variant === null ? undefined : slots.get(variant)) ?? 'off'

/** The colour of a slot, as a style. */
export const slotColour = (slot: Slot): string =>
  typeof slot === 'number' ? `var(--variant-${(slot % colours) + 1})` : `var(--variant-${slot})`

/** Whether a slot is hatched: beyond six, no palette tells every pair apart. */
export const isHatched = (slot: Slot): boolean => typeof slot === 'number' && slot >= plainColours
