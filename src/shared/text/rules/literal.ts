import type { Scalar } from '../../schemas/condition.ts'
import { readNumber } from '../read-number.ts'

/** Keywords of the rule language. As a name or value they must be quoted. */
const reserved = new Set(
  (
    'and or not is in everyone nobody segment flag bucket by for salted hashed portably ignoring newer older ' +
    'contains does starts ends matches includes true false null ' +
    'set one none all less at more between version below above before after'
  ).split(' '),
)

const bare = /^[\p{L}\p{N}_@][\p{L}\p{N}_@.:/+-]*$/u

/** Whether a word is a keyword, so that a name or value like it must be quoted. */
export const isReserved = (word: string): boolean => reserved.has(word.toLowerCase())

/** Formats a name or string: bare if it is unambiguous, otherwise quoted as in JSON. */
export const quoted = (name: string): string =>
  bare.test(name) && !isReserved(name) && Number.isNaN(Number(name)) ? name : JSON.stringify(name)

/** Formats a value. `5` is a number and `"5"` a string. */
export const literal = (value: Scalar): string => (typeof value === 'string' ? quoted(value) : String(value))

/**
 * Parses a typed value. Quotes make a string, `true`, `false` and numbers are literals, and anything else is a string.
 */
export const readLiteral = (typed: string): Scalar => {
  const trimmed = typed.trim()
  if (/^".*"$/s.test(trimmed)) {
    try {
      return String(JSON.parse(trimmed))
    } catch {
      return trimmed.slice(1, -1)
    }
  }
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true'
  // Text that starts with a dot is a name, not a number.
  return (/^-?\d/.test(trimmed) ? readNumber(trimmed) : null) ?? trimmed
}
