import type { SentencePart } from '../word.ts'
import { readLiteral } from './literal.ts'

/**
 * Removes quotes that only the rule language needs: `"IS"` and `"New York"`. Null if there are none, or if they are
 * needed to show that the value is a string or where it ends: `"5"`, `"true"`, `" a"`.
 */
export const withoutQuotes = ({ kind, text }: SentencePart): string | null => {
  const inner = text.slice(1, -1)
  if (kind === 'plain' || inner.trim() !== inner || inner === '' || text !== JSON.stringify(inner)) return null
  return kind !== 'value' || readLiteral(inner) === inner ? inner : null
}

/** Words for display, without quotes that only the rule language needs. */
export const withoutLanguageQuotes = (words: readonly SentencePart[]): SentencePart[] =>
  words.map((one) => ({ ...one, text: withoutQuotes(one) ?? one.text }))
