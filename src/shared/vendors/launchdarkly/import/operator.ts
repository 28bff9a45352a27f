import type { ExtendedTest } from '../../../schemas/condition.ts'
import type { Json } from '../../../schemas/keys.ts'
import { searchPattern } from '../../importing/search-pattern.ts'

const texts = (values: readonly Json[]): string[] => values.filter((value) => typeof value === 'string')
const numbers = (values: readonly Json[]): number[] => values.filter((value) => typeof value === 'number')
const primitives = (values: readonly Json[]): Json[] => values.filter((value) => typeof value !== 'object')

type Make = (values: readonly Json[]) => ExtendedTest

const text =
  (rel: 'prefix' | 'suffix' | 'contains'): Make =>
  (values) => ({ op: 'text.rel', rel, values: texts(values), str: 'none' })

const number =
  (rel: 'lt' | 'lte' | 'gt' | 'gte'): Make =>
  (values) => ({ op: 'num.rel', rel, values: numbers(values), num: 'none' })

const date =
  (rel: 'before' | 'after'): Make =>
  (values) => ({
    op: 'date.rel',
    rel,
    values: [...values],
    date: 'rfc3339|epoch-ms',
    valDate: 'rfc3339|epoch-ms',
  })

const version =
  (rel: 'eq' | 'lt' | 'gt'): Make =>
  (values) => ({
    op: 'semver.rel',
    rel,
    values: texts(values),
    semver: 'node-semver-padded',
    valSemver: 'node-semver-padded',
  })

const strict: Make = (values) => ({ op: 'in.strict', values: primitives(values) })

const operators: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['in', strict],
  ['startsWith', text('prefix')],
  ['endsWith', text('suffix')],
  ['contains', text('contains')],
  [
    'matches',
    (values) => ({
      op: 'text.regex',
      values: texts(values).map(searchPattern),
      dialect: 'host',
      str: 'none',
      badPattern: 'false',
    }),
  ],
  ['lessThan', number('lt')],
  ['lessThanOrEqual', number('lte')],
  ['greaterThan', number('gt')],
  ['greaterThanOrEqual', number('gte')],
  ['before', date('before')],
  ['after', date('after')],
  ['semVerEqual', version('eq')],
  ['semVerLessThan', version('lt')],
  ['semVerGreaterThan', version('gt')],
])

/**
 * The test of one element. Values of a type that the operator never matches are left out. Null for an unknown operator.
 */
export const testOf = (op: string, values: readonly Json[]): ExtendedTest | null => operators.get(op)?.(values) ?? null

/** Never matches, like an unknown operator. */
export const nothing: ExtendedTest = { op: 'in.strict', values: [] }
