import type { z } from 'zod'
import { Unreadable } from './assembly.ts'
import { describeLocation } from './describe-location.ts'
import { expectedOf } from './expected-of.ts'

/** Parses a file with a schema. If it does not match, throws with the file and the location, without schema terms. */
export const parsed = <T>(schema: z.ZodType<T>, file: string, vendor: string, value: unknown): T => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = (describeLocation(value, issue?.path ?? []) || 'its beginning').slice(0, 200)
  const expected = expectedOf(issue)
  throw new Unreadable(
    expected === undefined
      ? `${file} looks like a file of ${vendor}, but is not whole: look at ${place}.`
      : `${file} looks like a file of ${vendor}, but is not whole: look at ${place}, which should be ${expected}.`,
  )
}
