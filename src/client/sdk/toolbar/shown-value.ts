import { createValueCheck } from '../core/accept.ts'
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

export type ShownValue = { readonly value: unknown; readonly why: string }

/** `isServed`: whether any answers have arrived, from the server, the bootstrap or the storage. */
export const shownValueOf = (flag: AnyFlag, answer: Answer | undefined, isServed: boolean): ShownValue => {
  const own = (why: string) => ({ value: flag.default, why: `the page's default: ${why}` })
  if (answer === undefined) return own(isServed ? 'the server gives pages no such flag' : 'nothing was answered yet')
  const { value, variant, metadata, errorCode, errorDetails } = answer
  const reason = metadata?.reason ?? answer.reason ?? ''
  if (value === undefined) return own(errorDetails ?? errorCode ?? reasons[reason] ?? 'the server has none')
  if (!createValueCheck(flag)(value)) return own(`${textOf(value)} is not declared`)
  const warning = metadata?.warning === undefined ? null : 'a split was passed over: there is no targeting key'
  return { value, why: [variant, reasons[reason] ?? reason, warning].filter(Boolean).join(', ') }
}

/** Formats a value as people write it. An empty text is shown as `""`. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : (JSON.stringify(value) ?? '')

/** Parses a value of a flag. Throws an `Error` that describes a valid value. */
export const valueOf = (flag: AnyFlag, text: string): unknown => {
  const value = flag.type === 'string' ? text : read(text)
  if (createValueCheck(flag)(value)) return value
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
