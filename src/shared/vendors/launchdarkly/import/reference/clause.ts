import type { Json } from '../../../../schemas/keys.ts'
import { compareSemVer, parseNodeSemVer } from '../../../importing/semver.ts'

/** Whether an attribute value matches a clause value. Values of different types never match. */
export const holds = (op: string, actual: unknown, wanted: Json): boolean => {
  const compare = operators[op]
  return compare === undefined ? false : compare(actual, wanted)
}

type Compare = (actual: unknown, wanted: Json) => boolean

const onText =
  (test: (actual: string, wanted: string) => boolean): Compare =>
  (actual, wanted) =>
    typeof actual === 'string' && typeof wanted === 'string' && test(actual, wanted)

const onNumber =
  (test: (actual: number, wanted: number) => boolean): Compare =>
  (actual, wanted) =>
    typeof actual === 'number' && typeof wanted === 'number' && test(actual, wanted)

const dateForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** Epoch milliseconds of a number, or of an RFC 3339 string with a zone. */
const instantOf = (value: unknown): number | null => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && dateForm.test(value) ? Date.parse(value) : null
}

const onInstant =
  (test: (actual: number, wanted: number) => boolean): Compare =>
  (actual, wanted) => {
    const [a, b] = [instantOf(actual), instantOf(wanted)]
    return a !== null && b !== null && test(a, b)
  }

/** Minor and patch are optional after a leading number. A leading `v` is invalid. */
const versionOf = (value: unknown) => {
  if (typeof value !== 'string' || value.startsWith('v')) return null
  const whole = value.replace(/^\d+(?:\.\d+){0,2}/, (core) => [...core.split('.'), '0', '0'].slice(0, 3).join('.'))
  return parseNodeSemVer(value) ?? parseNodeSemVer(whole)
}

const onVersion =
  (test: (order: number) => boolean): Compare =>
  (actual, wanted) => {
    const [a, b] = [versionOf(actual), versionOf(wanted)]
    return a !== null && b !== null && test(compareSemVer(a, b))
  }

const matches = (text: string, pattern: string): boolean => {
  try {
    return new RegExp(pattern).test(text)
  } catch {
    return false
  }
}

const operators: Readonly<Record<string, Compare>> = {
  in: (actual, wanted) => actual === wanted && typeof actual !== 'object',
  startsWith: onText((actual, wanted) => actual.startsWith(wanted)),
  endsWith: onText((actual, wanted) => actual.endsWith(wanted)),
  contains: onText((actual, wanted) => actual.includes(wanted)),
  matches: onText(matches),
  lessThan: onNumber((actual, wanted) => actual < wanted),
  lessThanOrEqual: onNumber((actual, wanted) => actual <= wanted),
  greaterThan: onNumber((actual, wanted) => actual > wanted),
  greaterThanOrEqual: onNumber((actual, wanted) => actual >= wanted),
  before: onInstant((actual, wanted) => actual < wanted),
  after: onInstant((actual, wanted) => actual > wanted),
  semVerEqual: onVersion((order) => order === 0),
  semVerLessThan: onVersion((order) => order < 0),
  semVerGreaterThan: onVersion((order) => order > 0),
}
