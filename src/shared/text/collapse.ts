import { isListSeparator, listSeparators } from './rules/list-separators.ts'
import { counted } from './rules/percent.ts'
import { plain, type SentencePart } from './word.ts'

/** The number of values that a list shows before it collapses. */
export const shownValues = 8

/** Shortens lists of more than eight values: the first eight, and how many more there are. */
export const collapseLists = (words: readonly SentencePart[]): SentencePart[] => {
  const out: SentencePart[] = []
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

/** The longest run of values and joiners that starts at a word; otherwise just that word. */
const runAt = (words: readonly SentencePart[], from: number): SentencePart[] => {
  if (words[from]?.kind !== 'value') return words.slice(from, from + 1)
  let to = from
  while (
    words[to + 1]?.kind === 'plain' &&
    isListSeparator(words[to + 1]?.text ?? '') &&
    words[to + 2]?.kind === 'value'
  )
    to += 2
  return words.slice(from, to + 1)
}

/** Shortens a list of more than eight items in a line of text in the same way. */
export const collapsedText = (line: string): string => {
  const parts = line.split(', ')
  if (parts.length <= shownValues + 1) return line
  const last = parts.at(-1) ?? ''
  const things = parts.length + (last.includes(listSeparators.or) || last.includes(listSeparators.and) ? 1 : 0)
  const tail = last.includes(' → ') ? last.slice(last.lastIndexOf(' → ')) : ''
  return `${parts.slice(0, shownValues).join(', ')} and ${counted(things - shownValues, 'more value')}${tail}`
}
