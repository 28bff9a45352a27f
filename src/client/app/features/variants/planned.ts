import type { FlagCell } from '../../../../shared/features/flags/schemas/flag-view.ts'
import { limits } from '../../../../shared/limits.ts'

/** What everyone else is configured to get, in weight units. Null if weights cannot express it. */
export const configuredWeightsIn = ({
  serves: { rest },
}: Pick<FlagCell, 'serves'>): readonly (readonly [string, number])[] | null => {
  if ('variant' in rest) return [[rest.variant, limits.weightUnits]]
  return 'shares' in rest ? rest.shares.map(({ variant, weight }) => [variant, weight]) : null
}
