import { sameJsonText } from '../../../../shared/datafile/same-json-text.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { Difference } from '../../../../shared/text/diff/difference.ts'

/** What a publish is called by the button that does it: a switch by its name, all else a publish. `where` is the environment. */
export const actName = (differences: readonly Pick<Difference, 'subject' | 'after'>[], where: string): string => {
  const [only, ...others] = differences
  return only?.subject === 'status' && others.length === 0 ? `Turn ${only.after} in ${where}` : `Publish to ${where}`
}

/** What is said of a publish that was a switch, once it is done; undefined of any other. `where` is the environment. */
export const turnedText = (before: FlagDocument, after: FlagDocument, where: string): string | undefined =>
  before.on !== after.on && sameJsonText({ ...before, on: after.on }, after)
    ? `Turned ${after.on ? 'on' : 'off'} ${after.key} in ${where}`
    : undefined
