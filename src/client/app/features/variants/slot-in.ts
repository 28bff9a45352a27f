import type { FlagCell } from '../../../../shared/features/flags/schemas/flag-view.ts'
import type { Slot } from './variant-slots.ts'

/** The slot of a variant in a list: on and off by what is served while the flag is off, else its place in the table. */
export const slotIn = (
  flag: { type: string; variants: readonly string[] },
  cell: Pick<FlagCell, 'off'>,
  variant: string | null,
): Slot => {
  if (variant === null) return 'off'
  if (flag.type === 'boolean') return variant === cell.off ? 'off' : 'on'
  const at = flag.variants.indexOf(variant)
  // one that was added since the flag was made stands after those it was made with
  return at < 0 ? flag.variants.length : at
}
