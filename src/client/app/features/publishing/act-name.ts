import type { Difference } from '../../../../shared/text/diff/difference.ts'

/** What a publish is called by the button that does it: a switch by its name, all else a publish. `where` is the environment. */
export const actName = (differences: readonly Pick<Difference, 'subject' | 'after'>[], where: string): string => {
  const [only, ...others] = differences
  return only?.subject === 'status' && others.length === 0 ? `Turn ${only.after} in ${where}` : `Publish to ${where}`
}
