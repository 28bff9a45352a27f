import { acceptsFor } from '../core/accept.ts'
import type { Answer } from '../core/answers.ts'
import type { AnyFlag } from './page-client.ts'

const reasons: Readonly<Record<string, string>> = {
  STATIC: 'the same for everyone',
  DEFAULT: 'no rule matches',
  TARGETING_MATCH: 'a rule matches',
  SPLIT: 'by a split',
  DISABLED: 'the flag is off',
  PREREQUISITE_FAILED: 'a prerequisite is not met',
}

/** What the page has of the server for a flag, and why, in words. */
export type Served = { readonly value: unknown; readonly why: string }

/** `isServed`: whether the server, or who spoke for it, has answered at all. */
export const servedOf = (flag: AnyFlag, answer: Answer | undefined, isServed: boolean): Served => {
  const own = (why: string) => ({ value: flag.default, why: `the page's default: ${why}` })
  if (answer === undefined) return own(isServed ? 'the server gives pages no such flag' : 'nothing was answered yet')
  const { value, reason = '', variant, errorCode, errorDetails } = answer
  if (value === undefined) return own(errorDetails ?? errorCode ?? reasons[reason] ?? 'the server has none')
  if (!acceptsFor(flag)(value)) return own(`${textOf(value)} is not declared`)
  const why = reasons[reason] ?? reason
  return { value, why: [variant, why].filter(Boolean).join(', ') }
}

/** A value as people write it. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A value of a flag as it was written; an `Error` that says what would be right is thrown for any other. */
export const valueOf = (flag: AnyFlag, text: string): unknown => {
  const value = flag.type === 'string' ? text : read(text)
  if (acceptsFor(flag)(value)) return value
  throw new Error(
    `must be ${flag.type === 'number' ? 'a number' : Array.isArray(flag.default) ? 'a list in JSON' : 'an object in JSON'}`,
  )
}

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
