import type { Word } from '../word.ts'
import { readLiteral } from './literal.ts'

/**
 * What stands between the quotes of a value, where only the language of rules needs them: `"IS"` and `"New York"` are read
 * as they are. Null where there are none, or where they say that a text is meant, or show
 * where it ends: `"5"`, `"true"`, `" a"`.
 */
export const withoutQuotes = ({ kind, text }: Word): string | null => {
  const inner = text.slice(1, -1)
  if (kind === 'plain' || inner.trim() !== inner || inner === '' || text !== JSON.stringify(inner)) return null
  return kind !== 'value' || readLiteral(inner) === inner ? inner : null
}

/** Words as people read them, without quotes that only the language needs. */
export const asRead = (words: readonly Word[]): Word[] =>
  words.map((one) => ({ ...one, text: withoutQuotes(one) ?? one.text }))
