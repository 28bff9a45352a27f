import { sameJsonText } from '../../../../shared/datafile/same-json-text.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { type Difference, switchWords } from '../../../../shared/text/diff/difference.ts'

type Turned = Pick<Difference, 'subject' | 'after'>

/** Which way differences turn a flag, where they do nothing else. */
export const turnIn = ([only, ...others]: readonly Turned[]): 'on' | 'off' | undefined =>
  only?.subject !== switchWords.subject || others.length > 0 ? undefined : only.after === switchWords.on ? 'on' : 'off'

/** What a publish is called by the button that does it: a switch by its name, all else a publish. `where` is the environment. */
export const actName = (differences: readonly Turned[], where: string): string => {
  const turn = turnIn(differences)
  if (turn === undefined) return `Publish to ${where}`
  return turn === 'on' ? `Turn on in ${where}` : `Turn off in ${where}`
}

/** What is said of a publish that was a switch, once it is done; undefined of any other. `where` is the environment. */
export const turnedText = (before: FlagDocument, after: FlagDocument, where: string): string | undefined => {
  if (before.on === after.on || !sameJsonText({ ...before, on: after.on }, after)) return undefined
  return after.on ? `Turned on ${after.key} in ${where}` : `Turned off ${after.key} in ${where}`
}
