import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** Describes a flag in one environment in a word or two: `off`, `on`, `split`, `3 rules`. */
export const flagStateText = ({ on, rules, otherwise }: FlagDocument): string => {
  if (!on) return 'off'
  if (rules.length > 0) return plural(rules.length, 'rule')
  return 'variant' in otherwise ? otherwise.variant : 'useDefault' in otherwise ? 'code’s default' : 'split'
}

/** Describes a segment in a word or two. */
export const segmentStateText = ({ included, excluded, when }: SegmentDocument): string => {
  const keys = included.length + excluded.length
  if (keys === 0) return when === null ? 'nobody' : 'conditions'
  return when === null ? plural(keys, 'key') : `${plural(keys, 'key')} and conditions`
}
