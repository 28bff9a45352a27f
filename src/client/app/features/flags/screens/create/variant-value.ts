import type { FlagType } from '../../../../../../shared/schemas/flag.ts'
import type { Json } from '../../../../../../shared/schemas/keys.ts'
import { readNumber } from '../../../../../../shared/text/read-number.ts'

/** What a typed text is as a value of a flag: the value, or what would be right. */
export type ReadValue = { value: Json } | { problem: string }

/** A variant's value as the text that a person edits. */
export const shownValue = (type: FlagType, value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, type === 'object' ? 2 : undefined)

/** What a value of each type is, to finish "Enter …". */
export const typeWanted: Record<FlagType, string> = {
  boolean: 'true or false',
  string: 'text',
  number: 'a number, such as 25,',
  object: 'a JSON object, such as { "size": 3 },',
}

/** Whether a document's value is of its flag's type. Text that could not be read as it never is (`typedValue`). */
export const isOfType = (type: FlagType, value: Json): boolean =>
  typeof value === type && (typeof value !== 'number' || Number.isFinite(value))

/**
 * What a typed text is in a draft: the value it reads as, else the text itself. A text is no value of a flag of another
 * type, so a draft holds what was typed, and what cannot be read cannot be published, here or on the server.
 */
export const typedValue = (type: FlagType, text: string): Json => {
  const read = readValue(type, text)
  return 'value' in read ? read.value : text
}

/** Reads the text of a variant's value by the type of its flag. */
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
    // what JSON.parse returns and is an object or list consists of JSON
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { value: value as Json } : { problem }
  } catch (error) {
    return { problem: error instanceof Error ? `${problem}. ${error.message}` : problem }
  }
}
