import type { ExtendedTest } from '../../../schemas/condition.ts'
import type { CcUserCondition } from './config.ts'

/** The type of the comparison value: list, string or number. */
type Operand = 'l' | 's' | 'd'

/** A comparator: the type of its comparison value, its test, and whether the result is negated. */
type Comparator = {
  of: Operand
  test: (condition: CcUserCondition, salts: Salts) => ExtendedTest
  negate: boolean
}
type Salts = { salt: string; contextSalt: string }

const listOf = ({ l }: CcUserCondition): string[] => [...(l ?? [])]
const textOf = ({ s }: CcUserCondition): string[] => (s == null ? [] : [s])
const numberOf = ({ d }: CcUserCondition): number[] => (d == null ? [] : [d])

const textsOf = (of: 'l' | 's') => (of === 'l' ? listOf : textOf)

const both = (of: Operand, test: Comparator['test']): [Comparator, Comparator] => [
  { of, test, negate: false },
  { of, test, negate: true },
]
const plain = (of: Operand, test: Comparator['test']): Comparator => ({ of, test, negate: false })

const text = (rel: 'prefix' | 'suffix' | 'contains') =>
  both('l', (condition) => ({ op: 'text.rel', rel, values: listOf(condition), str: 'comma' }))
const equal = (of: 'l' | 's') =>
  both(of, (condition) => ({ op: 'in.text', values: textsOf(of)(condition), str: 'comma' }))
const hashed = (rel: 'eq' | 'prefix' | 'suffix', of: 'l' | 's') =>
  both(of, (condition, salts) => ({ op: 'hash.text', rel, values: textsOf(of)(condition), ...salts }))

const versions = { semver: 'node-semver', valSemver: 'node-semver' } as const
const version = (rel: 'lt' | 'lte' | 'gt' | 'gte') =>
  plain('s', (condition) => ({ op: 'semver.rel', rel, values: textOf(condition), ...versions }))
const number = (rel: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte') =>
  plain('d', (condition) => ({ op: 'num.rel', rel, values: numberOf(condition), num: 'comma' }))
const date = (rel: 'before' | 'after') =>
  plain('d', (condition) => ({
    op: 'date.rel',
    rel,
    values: numberOf(condition),
    date: 'unix-seconds',
    valDate: 'unix-seconds',
  }))

const listHashed = both('l', (condition, salts) => ({ op: 'arr.text', values: listOf(condition), ...salts }))
const list = both('l', (condition) => ({ op: 'arr.text', values: listOf(condition) }))
const oneOfVersions = both('l', (condition) => ({
  op: 'semver.rel',
  rel: 'eq',
  values: listOf(condition),
  ...versions,
  quirk: 'oneOfAllValid',
}))

/** Indexed by the vendor's comparator number. */
export const comparators: readonly Comparator[] = [
  ...equal('l'), // 0, 1: is (not) one of
  ...text('contains'), // 2, 3
  ...oneOfVersions, // 4, 5
  ...(['lt', 'lte', 'gt', 'gte'] as const).map(version), // 6 to 9
  ...(['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const).map(number), // 10 to 15
  ...hashed('eq', 'l'), // 16, 17
  ...(['before', 'after'] as const).map(date), // 18, 19
  ...hashed('eq', 's'), // 20, 21
  ...hashed('prefix', 'l'), // 22, 23
  ...hashed('suffix', 'l'), // 24, 25
  ...listHashed, // 26, 27
  ...equal('s'), // 28, 29
  ...text('prefix'), // 30, 31
  ...text('suffix'), // 32, 33
  ...list, // 34, 35
]

/** Whether the comparison values of this comparator are stored as hashes. */
export const isHashed = (comparator: number): boolean =>
  comparator === 16 || comparator === 17 || (comparator >= 20 && comparator <= 27)
