import { parseDuration, parseInstant } from '../engine/operators/instant.ts'
import { parseNetwork } from '../engine/operators/network.ts'
import { parseVersion } from '../engine/operators/version.ts'
import type { Leaf, Operator, Scalar } from '../schemas/condition.ts'
import type { Report } from './problems.ts'
import { type Prove, patternProblem } from './safe-pattern.ts'

/** What one value must be. */
type Kind = { fits: (value: Scalar) => boolean; words: string }

const any: Kind = { fits: () => true, words: 'a string, number or boolean' }
const text: Kind = { fits: (value) => typeof value === 'string', words: 'a string' }
const number: Kind = { fits: (value) => typeof value === 'number' && Number.isFinite(value), words: 'a number' }
const member: Kind = { fits: (value) => text.fits(value) || number.fits(value), words: 'a string or a number' }
const version: Kind = {
  fits: (value) => parseVersion(value) !== undefined,
  words: 'a semantic version, for example "1.4.0" or "2.0.0-beta.1"',
}
const instant: Kind = {
  fits: (value) => parseInstant(value) !== undefined,
  words: 'a date with time and zone offset, for example "2026-11-20T12:00:00+01:00", or epoch milliseconds',
}
const duration: Kind = {
  fits: (value) => parseDuration(value) !== undefined,
  words: 'a duration, for example "P30D", "PT12H" or "15m"',
}
const network: Kind = {
  fits: (value) => typeof value === 'string' && parseNetwork(value) !== undefined,
  words: 'an IPv4 or IPv6 address or network, for example "10.0.0.0/8" or "2001:db8::/32"',
}

/** How many values an operator takes, and of which kind. */
type Shape = { count: 'none' | 'one' | 'two' | 'some'; kind: Kind }

const none: Shape = { count: 'none', kind: any }
const one = (kind: Kind): Shape => ({ count: 'one', kind })
const some = (kind: Kind): Shape => ({ count: 'some', kind })

const shapes: Record<Operator, Shape> = {
  exists: none,
  is: one(any),
  isNot: one(any),
  isOneOf: some(any),
  isNoneOf: some(any),
  contains: some(text),
  startsWith: some(text),
  endsWith: some(text),
  matches: some(text),
  notContains: some(text),
  notStartsWith: some(text),
  notEndsWith: some(text),
  notMatches: some(text),
  lessThan: one(number),
  atMost: one(number),
  greaterThan: one(number),
  atLeast: one(number),
  between: { count: 'two', kind: number },
  versionIs: one(version),
  versionLessThan: one(version),
  versionAtMost: one(version),
  versionGreaterThan: one(version),
  versionAtLeast: one(version),
  before: one(instant),
  after: one(instant),
  olderThan: one(duration),
  newerThan: one(duration),
  includesAny: some(member),
  includesAll: some(member),
  includesNone: some(member),
  inNetwork: some(network),
}

const counts: Record<Shape['count'], { fits: (count: number) => boolean; words: string }> = {
  none: { fits: (count) => count === 0, words: 'no values' },
  one: { fits: (count) => count === 1, words: 'exactly one value' },
  two: { fits: (count) => count === 2, words: 'exactly two values, the lower end and the upper end' },
  some: { fits: (count) => count > 0, words: 'at least one value' },
}

const amountOf = (count: number): string => (count === 1 ? 'one value' : `${count} values`)

/** Operators that can look past upper and lower case. */
const folding: ReadonlySet<Operator> = new Set<Operator>([
  ...(['is', 'isNot', 'isOneOf', 'isNoneOf', 'contains', 'startsWith', 'endsWith', 'matches'] as const),
  ...(['notContains', 'notStartsWith', 'notEndsWith', 'notMatches'] as const),
])

/** Reports where the values of a native leaf do not fit its operator, and regular expressions that are not safe. */
export const checkValues = (leaf: Leaf, report: Report, prove: Prove = patternProblem): void => {
  const mismatch = (path: readonly PropertyKey[], problem: string, expected: string) =>
    report('rule/operator-mismatch', path, problem, expected)
  const { operator, values } = leaf
  const { count, kind } = shapes[operator]
  if (leaf.ignoreCase === true && !folding.has(operator)) {
    mismatch(['ignoreCase'], `${operator} doesn’t compare text`, 'no ignoreCase')
  }
  if (!counts[count].fits(values.length)) {
    return mismatch(['values'], `the operator ${operator} has ${amountOf(values.length)}`, counts[count].words)
  }
  const wrong = values.findIndex((value) => !kind.fits(value))
  if (wrong >= 0) {
    return mismatch(['values', wrong], `${JSON.stringify(values[wrong])} does not fit ${operator}`, kind.words)
  }
  const [low, high] = values
  if (count === 'two' && typeof low === 'number' && typeof high === 'number' && low > high) {
    mismatch(['values'], `the lower end ${low} is above the upper end ${high}`, 'the lower end first')
  }
  if (operator === 'matches' || operator === 'notMatches') checkPatterns(leaf, report, prove)
}

/** Stops at the first pattern that is refused: proving takes a while. */
const checkPatterns = ({ values, ignoreCase }: Leaf, report: Report, prove: Prove): void => {
  for (const [at, value] of values.entries()) {
    const found = typeof value === 'string' ? prove(value, ignoreCase === true) : null
    if (found === null || found.asked === true) continue
    const code = found.unproven === true ? 'rule/unproven-pattern' : 'rule/unsafe-pattern'
    return report(code, ['values', at], `${JSON.stringify(value)} ${found.problem}`, found.expected)
  }
}
