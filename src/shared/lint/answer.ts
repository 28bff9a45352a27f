import { soleVariant } from '../datafile/sole-variant.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SoleVariants } from './substitute-unknowns.ts'

/**
 * The one variant that a flag serves everyone as a prerequisite. Empty if it serves no variant, for example when it is
 * off. Undefined if it depends on the context. With a split it always does, because some users lack the attribute it is
 * bucketed by.
 */
const answerOf = (document: FlagDocument): string | undefined => {
  if (!document.on) return ''
  const splits = [document.otherwise, ...document.rules.map(({ serve }) => serve)].some((serve) => 'split' in serve)
  return splits ? undefined : soleVariant(document)
}

export const answersOf = (flags: readonly FlagDocument[]): SoleVariants =>
  new Map(
    flags.flatMap((flag): [string, string][] => {
      const answer = answerOf(flag)
      return answer === undefined ? [] : [[flag.key, answer]]
    }),
  )
