import { isJoint, joints } from './rules/joints.ts'
import { counted } from './rules/percent.ts'
import { plain, type Word } from './word.ts'

/** Values that a list shows before it collapses. */
export const shownValues = 8

/** Words with lists of more than eight values shortened: the first eight, and how many more there are. */
export const collapsed = (words: readonly Word[]): Word[] => {
  const out: Word[] = []
  for (let at = 0; at < words.length; ) {
    const run = runAt(words, at)
    if (run.length <= 2 * shownValues) out.push(...run)
    else {
      const values = run.filter(({ kind }) => kind === 'value').length
      out.push(...run.slice(0, 2 * shownValues - 1), plain(` and ${counted(values - shownValues, 'more value')}`))
    }
    at += run.length
  }
  return out
}

/** The longest stretch from a word on that is a value, or values with what joins them. */
const runAt = (words: readonly Word[], from: number): Word[] => {
  if (words[from]?.kind !== 'value') return words.slice(from, from + 1)
  let to = from
  while (words[to + 1]?.kind === 'plain' && isJoint(words[to + 1]?.text ?? '') && words[to + 2]?.kind === 'value')
    to += 2
  return words.slice(from, to + 1)
}

/** A line that is already text, with a list of more than eight things in it shortened the same way. */
export const collapsedText = (line: string): string => {
  const parts = line.split(', ')
  if (parts.length <= shownValues + 1) return line
  const last = parts.at(-1) ?? ''
  const things = parts.length + (last.includes(joints.or) || last.includes(joints.and) ? 1 : 0)
  const tail = last.includes(' → ') ? last.slice(last.lastIndexOf(' → ')) : ''
  return `${parts.slice(0, shownValues).join(', ')} and ${counted(things - shownValues, 'more value')}${tail}`
}
