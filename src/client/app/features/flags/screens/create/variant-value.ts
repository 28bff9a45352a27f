import type { FlagType } from '../../../../../../shared/schemas/flag.ts'
import type { Json } from '../../../../../../shared/schemas/keys.ts'
import { readNumber } from '../../../../../../shared/text/read-number.ts'

/** A parsed flag value, or the problem with the text. */
export type ReadValue = { value: Json } | { problem: string }

export const shownValue = (type: FlagType, value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, type === 'object' ? 2 : undefined)

/** The expected input by type. Completes “Enter …”. */
export const typeWanted: Record<FlagType, string> = {
  boolean: 'true or false',
  string: 'text',
  number: 'a number, such as 25,',
  object: 'a JSON object, such as { "size": 3 },',
}

/** Whether a value has its flag’s type. Unparsable text never has (see `typedValue`). */
export const isOfType = (type: FlagType, value: Json): boolean =>
  typeof value === type && (typeof value !== 'number' || Number.isFinite(value))

/**
 * The value that a typed text has in a draft: the parsed value, or the text itself. Drafts thereby keep invalid input.
 * It cannot be published, because the text does not have the flag’s type.
 */
export const typedValue = (type: FlagType, text: string): Json => {
  const read = readValue(type, text)
  return 'value' in read ? read.value : text
}

export const readValue = (type: FlagType, text: string): ReadValue => {
  if (type === 'string') return { value: text }
  if (type === 'boolean')
    return text === 'true' || text === 'false' ? { value: text === 'true' } : { problem: 'Enter true or false' }
  if (type === 'number') {
    const number = readNumber(text)
    return number === null ? { problem: 'Enter a number, such as 25' } : { value: number }
  }
  return readObject(text)
}

const readObject = (text: string): ReadValue => {
  const problem = 'Enter a JSON object, such as { "size": 3 }'
  try {
    const value: unknown = JSON.parse(text)
    // Safe cast: an object from JSON.parse consists of JSON.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { value: value as Json } : { problem }
  } catch (error) {
    return { problem: error instanceof Error ? `${problem}. ${error.message}` : problem }
  }
}
