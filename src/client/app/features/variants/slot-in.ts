import type { FlagCell } from '../../../../shared/features/flags/schemas/flag-view.ts'
import type { Slot } from './variant-slots.ts'

/**
 * The slot of a variant in a list. Boolean flags use on and off, depending on the off variant; others use the position
 * in the table.
 */
export const slotIn = (
  flag: { type: string; variants: readonly string[] },
  cell: Pick<FlagCell, 'off'>,
  variant: string | null,
): Slot => {
  if (variant === null) return 'off'
  if (flag.type === 'boolean') return variant === cell.off ? 'off' : 'on'
  const at = flag.variants.indexOf(variant)
  // A variant that was added later follows the original ones.
  return at < 0 ? flag.variants.length : at
}
