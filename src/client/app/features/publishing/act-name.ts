import { sameJsonText } from '../../../../shared/datafile/same-json-text.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { type Difference, switchWords } from '../../../../shared/text/diff/difference.ts'

type SwitchDifference = Pick<Difference, 'subject' | 'after'>

/** Whether the differences only switch a flag, and in which direction. */
export const switchDirectionOf = ([only, ...others]: readonly SwitchDifference[]): 'on' | 'off' | undefined =>
  only?.subject !== switchWords.subject || others.length > 0 ? undefined : only.after === switchWords.on ? 'on' : 'off'

/** Button label of a publish. A switch has its own label. `where` is the environment. */
export const actName = (differences: readonly SwitchDifference[], where: string): string => {
  const turn = switchDirectionOf(differences)
  if (turn === undefined) return `Publish to ${where}`
  return turn === 'on' ? `Turn on in ${where}` : `Turn off in ${where}`
}

/** Success message of a publish that only switched a flag. Undefined for other publishes. */
export const switchPublishedText = (before: FlagDocument, after: FlagDocument, where: string): string | undefined => {
  if (before.on === after.on || !sameJsonText({ ...before, on: after.on }, after)) return undefined
  return after.on ? `Turned on ${after.key} in ${where}` : `Turned off ${after.key} in ${where}`
}
