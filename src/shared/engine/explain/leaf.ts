import type { Leaf, Operator, Scalar } from '../../schemas/condition.ts'
import { listCost, patternsCost, spend, textCost } from '../meter.ts'
import { parseDuration, parseInstant } from '../operators/instant.ts'
import { isList } from '../operators/list.ts'
import { holds, parseAddress, parseNetwork } from '../operators/network.ts'
import { negationOf } from '../operators/operators.gen.ts'
import { compareVersions, parseVersion } from '../operators/version.ts'

/*
 * A second, plain implementation of the native operators, one line each. A property test verifies that it agrees with
 * the compiled engine.
 */

type Meaning = (actual: unknown, value: Scalar, leaf: Leaf, nowMs: number) => boolean
type Positive = Exclude<Operator, keyof typeof negationOf>

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Equality under simple case folding, as defined by the regular expression flags `iu`. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const folded = (pattern: string, actual: string) => new RegExp(pattern, 'iu').test(actual)

const ofText =
  (plain: (actual: string, value: string) => boolean, fold: (value: string) => string): Meaning =>
  (actual, value, leaf) => {
    if (!isText(actual) || !isText(value)) return false
    return leaf.ignoreCase === true ? folded(fold(literal(value)), actual) : plain(actual, value)
  }

const ofNumber =
  (compare: (actual: number, value: number) => boolean): Meaning =>
  (actual, value) =>
    isNumber(actual) && isNumber(value) && compare(actual, value)

const ofVersion =
  (compare: (order: number) => boolean): Meaning =>
  (actual, value) => {
    const [a, b] = [parseVersion(actual), parseVersion(value)]
    return a !== undefined && b !== undefined && compare(compareVersions(a, b))
  }

const ofInstant =
  (compare: (actual: number, value: number) => boolean): Meaning =>
  (actual, value) => {
    const [a, b] = [parseInstant(actual), parseInstant(value)]
    return a !== undefined && b !== undefined && compare(a, b)
  }

const ofAge =
  (compare: (age: number, duration: number) => boolean): Meaning =>
  (actual, value, _, nowMs) => {
    const [instant, duration] = [parseInstant(actual), parseDuration(value)]
    return instant !== undefined && duration !== undefined && compare(instant, nowMs - duration)
  }

const equal: Meaning = (actual, value, leaf) =>
  leaf.ignoreCase === true && isText(actual) && isText(value)
    ? folded(`^(?:${literal(value)})$`, actual)
    : actual === value

const listed: Meaning = (actual, value) => isList(actual) && actual.includes(value)

/** The meaning of each operator for one of its values; any value may match, except for `between` and `includesAll`. */
const meanings: Record<Exclude<Positive, 'exists' | 'between'>, Meaning> = {
  is: equal,
  isOneOf: equal,
  contains: ofText(
    (actual, value) => actual.includes(value),
    (value) => value,
  ),
  startsWith: ofText(
    (actual, value) => actual.startsWith(value),
    (value) => `^(?:${value})`,
  ),
  endsWith: ofText(
    (actual, value) => actual.endsWith(value),
    (value) => `(?:${value})$`,
  ),
  matches: (actual, value, leaf) =>
    isText(actual) && isText(value) && new RegExp(value, leaf.ignoreCase === true ? 'iu' : 'u').test(actual),
  lessThan: ofNumber((actual, value) => actual < value),
  atMost: ofNumber((actual, value) => actual <= value),
  greaterThan: ofNumber((actual, value) => actual > value),
  atLeast: ofNumber((actual, value) => actual >= value),
  versionIs: ofVersion((order) => order === 0),
  versionLessThan: ofVersion((order) => order < 0),
  versionAtMost: ofVersion((order) => order <= 0),
  versionGreaterThan: ofVersion((order) => order > 0),
  versionAtLeast: ofVersion((order) => order >= 0),
  before: ofInstant((actual, value) => actual < value),
  after: ofInstant((actual, value) => actual > value),
  olderThan: ofAge((instant, then) => instant < then),
  newerThan: ofAge((instant, then) => instant > then),
  includesAny: listed,
  includesAll: listed,
  inNetwork: (actual, value) => {
    const address = isText(actual) ? parseAddress(actual) : undefined
    const network = isText(value) ? parseNetwork(value) : undefined
    return address !== undefined && network !== undefined && holds(network, address)
  },
}

/** Whether a value is present. Null, NaN and infinities count as absent. */
export const isPresent = (actual: unknown): boolean =>
  actual !== undefined && actual !== null && (typeof actual !== 'number' || isNumber(actual))

/** Steps that the compiled engine spends on a leaf. For other operators, the cost does not grow with the input. */
const leafCost = ({ values, ignoreCase }: Leaf, operator: Positive, actual: unknown): number => {
  if (operator === 'includesAny' || operator === 'includesAll') {
    return isList(actual) ? listCost(actual.length, new Set(values).size) : 0
  }
  if (!isText(actual)) return 0
  if (operator === 'matches') return actual.length * patternsCost(values.map(String))
  if (operator !== 'contains' && operator !== 'startsWith' && operator !== 'endsWith') return 0
  return values.length === 0 ? 0 : textCost(actual.length, values.length, ignoreCase === true)
}

export const leafHolds = (leaf: Leaf, actual: unknown, nowMs: number): boolean => {
  const negations: Partial<Record<Operator, Positive>> = negationOf
  const negated = negations[leaf.operator]
  if (negated !== undefined) return !leafHolds({ ...leaf, operator: negated }, actual, nowMs)
  // Safe cast: negations are handled above.
  const operator = leaf.operator as Positive
  if (operator === 'exists') return isPresent(actual)
  if (operator === 'between') {
    const [low, high] = leaf.values
    return isNumber(actual) && isNumber(low) && isNumber(high) && low <= actual && actual <= high
  }
  spend(leafCost(leaf, operator, actual))
  const meaning = meanings[operator]
  const one = (value: Scalar) => meaning(actual, value, leaf, nowMs)
  if (operator === 'includesAll') return isList(actual) && leaf.values.every(one)
  return leaf.values.some(one)
}
