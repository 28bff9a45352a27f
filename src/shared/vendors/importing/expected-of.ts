import type { z } from 'zod'

const kinds: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
])

/** The expected value at an invalid place of a vendor's document. Undefined if that is not a single type. */
export const expectedOf = (issue: z.core.$ZodIssue | undefined): string | undefined => {
  if (issue?.code === 'invalid_value') return issue.values.map((value) => String(value)).join(' or ')
  return issue?.code === 'invalid_type' ? kinds.get(issue.expected) : undefined
}
