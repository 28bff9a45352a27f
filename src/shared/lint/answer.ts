import { soleVariant } from '../datafile/sole-variant.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SoleVariants } from './standing-in.ts'

/**
 * The one variant by which a flag answers whoever requires it; the empty text where it answers by none, as one that is off
 * does. Undefined where it depends on who asks; it does where a split is, because some have nothing to be divided by.
 */
const answerOf = (document: FlagDocument): string | undefined => {
  if (!document.on) return ''
  const splits = [document.otherwise, ...document.rules.map(({ serve }) => serve)].some((serve) => 'split' in serve)
  return splits ? undefined : soleVariant(document)
}

/** These answers, of the flags that have one. */
export const answersOf = (flags: readonly FlagDocument[]): SoleVariants =>
  new Map(
    flags.flatMap((flag): [string, string][] => {
      const answer = answerOf(flag)
      return answer === undefined ? [] : [[flag.key, answer]]
    }),
  )
