import type { Scalar } from '../../schemas/condition.ts'
import { readNumber } from '../read-number.ts'

/** Words with a meaning of their own in a sentence; as a name or value they are quoted. */
const reserved = new Set(
  (
    'and or not is in everyone nobody segment flag bucket by for salted hashed portably ignoring newer older ' +
    'contains does starts ends matches includes true false null ' +
    'set one none all less at more between version below above before after'
  ).split(' '),
)

const bare = /^[\p{L}\p{N}_@][\p{L}\p{N}_@.:/+-]*$/u

/** Whether a word means something in a sentence, so that a name or value like it must be quoted. */
export const isReserved = (word: string): boolean => reserved.has(word.toLowerCase())

/** A name or string as it stands in a sentence: bare where that cannot be misread, else quoted as in JSON. */
export const quoted = (name: string): string =>
  bare.test(name) && !isReserved(name) && Number.isNaN(Number(name)) ? name : JSON.stringify(name)

/** A value as it stands in a sentence. `5` is a number and `"5"` a string. */
export const literal = (value: Scalar): string => (typeof value === 'string' ? quoted(value) : String(value))

/** The value that a typed text means: quotes make a string; `true`, `false` and numbers are themselves; the rest is a string. */
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
  // what begins with a point is a name
  return (/^-?\d/.test(trimmed) ? readNumber(trimmed) : null) ?? trimmed
}
