import { parseDuration, parseInstant } from '../engine/operators/instant.ts'
import { parseNetwork } from '../engine/operators/network.ts'
import { parseVersion } from '../engine/operators/version.ts'
import { type OperatorFacts, operatorFacts, type Takes, type ValueKind } from '../operators.ts'
import type { Leaf, Scalar } from '../schemas/condition.ts'
import type { Report } from './problems.ts'
import { type PatternProof, patternProblem } from './safe-pattern.ts'

/** A kind of value, with its description for error messages. */
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

const kinds: Record<ValueKind, Kind> = {
  scalar: any,
  text,
  pattern: text,
  member,
  number,
  version,
  instant,
  duration,
  network,
}

const some = { fits: (count: number) => count > 0, words: 'at least one value' }

const counts: Record<Takes, { fits: (count: number) => boolean; words: string }> = {
  none: { fits: (count) => count === 0, words: 'no values' },
  one: { fits: (count) => count === 1, words: 'exactly one value' },
  two: { fits: (count) => count === 2, words: 'exactly two values, the lower end and the upper end' },
  any: some,
  all: some,
}

const amountOf = (count: number): string => (count === 1 ? 'one value' : `${count} values`)

/** Whether an operator supports `ignoreCase`. */
const folds = ({ family }: OperatorFacts): boolean => family === 'text' || family === 'equality'

/** Reports values that do not fit the operator of a native leaf, and regular expressions that are not safe. */
export const checkValues = (leaf: Leaf, report: Report, prove: PatternProof = patternProblem): void => {
  const mismatch = (path: readonly PropertyKey[], problem: string, expected: string) =>
    report('rule/operator-mismatch', path, problem, expected)
  const { operator, values } = leaf
  const facts = operatorFacts[operator]
  const { takes } = facts
  const kind = kinds[facts.kind]
  if (leaf.ignoreCase === true && !folds(facts)) {
    mismatch(['ignoreCase'], `${operator} doesn’t compare text`, 'no ignoreCase')
  }
  if (!counts[takes].fits(values.length)) {
    return mismatch(['values'], `the operator ${operator} has ${amountOf(values.length)}`, counts[takes].words)
  }
  const wrong = values.findIndex((value) => !kind.fits(value))
  if (wrong >= 0) {
    return mismatch(['values', wrong], `${JSON.stringify(values[wrong])} does not fit ${operator}`, kind.words)
  }
  const [low, high] = values
  if (takes === 'two' && typeof low === 'number' && typeof high === 'number' && low > high) {
    mismatch(['values'], `the lower end ${low} is above the upper end ${high}`, 'the lower end first')
  }
  if (facts.kind === 'pattern') checkPatterns(leaf, report, prove)
}

/** Reports the first rejected pattern only: a proof takes time. */
const checkPatterns = ({ values, ignoreCase }: Leaf, report: Report, prove: PatternProof): void => {
  for (const [at, value] of values.entries()) {
    const found = typeof value === 'string' ? prove(value, ignoreCase === true) : null
    if (found === null || found.asked === true) continue
    const code = found.unproven === true ? 'rule/unproven-pattern' : 'rule/unsafe-pattern'
    return report(code, ['values', at], `${JSON.stringify(value)} ${found.problem}`, found.expected)
  }
}
