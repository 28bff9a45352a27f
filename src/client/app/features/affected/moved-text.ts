import type { FlagMovement } from '../../../../shared/impact/movement.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import { variantName } from './share-text.ts'

/** Below this number of contexts, the text warns that shares are unreliable. */
const few = 100

/** Summarizes an impact in a sentence: how many contexts get another value, and the most frequent one. */
export const movedText = ({ moves, depends }: Pick<FlagMovement, 'moves' | 'depends'>, contexts: number): string => {
  const moved = moves.reduce((sum, { count }) => sum + count, 0)
  const only = contexts < few ? ` Based on only ${counted(contexts, 'context')}.` : ''
  if (moved === 0 && depends > 0)
    return `None of the ${counted(contexts, 'recent context')} is sure to get a different variant.${only}`
  if (moved === 0) return `None of the ${counted(contexts, 'recent context')} would get a different variant.${only}`
  const [first, ...others] = moves
  const which =
    first === undefined
      ? ''
      : others.length === 0
        ? ` All move from ${variantName(first.from)} to ${variantName(first.to)}.`
        : ` Most move from ${variantName(first.from)} to ${variantName(first.to)}.`
  return `About ${moved.toLocaleString(readerLocale)} of ${counted(contexts, 'recent context')} would get a different variant.${which}${only}`
}
