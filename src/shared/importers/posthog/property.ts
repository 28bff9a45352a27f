import type { Condition, WideTest } from '../../schemas/condition.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Relation } from '../../schemas/wide-test.ts'
import type { PhProperty } from './config.ts'
import { type PhScope, unknown } from './scope.ts'

type Test = { test: WideTest; negate?: boolean }

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

const texts =
  (rel: 'prefix' | 'suffix' | 'contains', negate = false) =>
  (value: Json | undefined, { evaluator }: PhScope): Test => ({
    test: { op: 'text.rel', rel, values: [textOf(value)], str: 'js', fold: evaluator === 'server' ? 'ascii' : 'lower' },
    negate,
  })

const exact =
  (negate = false) =>
  (value: Json | undefined): Test => ({ test: { op: 'ph.exact', values: [value ?? null] }, negate })

const regex =
  (negate = false) =>
  (value: Json | undefined, { evaluator }: PhScope): Test => ({
    test: {
      op: 'text.regex',
      values: [textOf(value)],
      dialect: evaluator === 'server' ? 'rust-fancy' : 'ecma',
      str: 'js',
      badPattern: 'finalFalse',
    },
    negate,
  })

const compare =
  (rel: Relation) =>
  (value: Json | undefined, { evaluator }: PhScope): Test => ({
    test: { op: 'ph.rel', rel, value: value ?? null, unlike: evaluator === 'server' ? 'invalid' : 'text' },
  })

const relative = /^-?(\d{1,4})[hdwmy]$/

const date =
  (rel: 'before' | 'after' | 'exact') =>
  (value: Json | undefined): Test | null => {
    const text = textOf(value)
    if (!relative.test(text) && Number.isNaN(new Date(text).getTime())) return null
    return { test: { op: 'date.rel', rel, values: [text], date: 'js', valDate: 'relative' } }
  }

const version =
  (rel: Relation) =>
  (value: Json | undefined): Test => ({
    test: {
      op: 'semver.rel',
      rel,
      values: [textOf(value)],
      semver: 'tuple3',
      valSemver: 'tuple3',
      valInvalid: 'invalid',
    },
  })

const range =
  (kind: 'tilde' | 'caret' | 'wildcard') =>
  (value: Json | undefined): Test => ({ test: { op: 'semver.range', range: kind, value: textOf(value) } })

/** Null: what the property compares with makes no sense to the vendor either. */
const operators: ReadonlyMap<string, (value: Json | undefined, scope: PhScope) => Test | null> = new Map<
  string,
  (value: Json | undefined, scope: PhScope) => Test | null
>([
  ['exact', exact()],
  ['is_not', exact(true)],
  ['is_set', () => ({ test: { op: 'present' } })],
  ['icontains', texts('contains')],
  ['not_icontains', texts('contains', true)],
  ['starts_with', texts('prefix')],
  ['not_starts_with', texts('prefix', true)],
  ['ends_with', texts('suffix')],
  ['not_ends_with', texts('suffix', true)],
  ['regex', regex()],
  ['not_regex', regex(true)],
  ['gt', compare('gt')],
  ['gte', compare('gte')],
  ['lt', compare('lt')],
  ['lte', compare('lte')],
  ['is_date_before', date('before')],
  ['is_date_after', date('after')],
  ['is_date_exact', date('exact')],
  ['semver_eq', version('eq')],
  ['semver_neq', version('ne')],
  ['semver_gt', version('gt')],
  ['semver_gte', version('gte')],
  ['semver_lt', version('lt')],
  ['semver_lte', version('lte')],
  ['semver_tilde', range('tilde')],
  ['semver_caret', range('caret')],
  ['semver_wildcard', range('wildcard')],
])

/** One property of a person or group, read below `path`. Where it is missing the server answers, the SDK gives up. */
export const propertyOf = (scope: PhScope, path: readonly string[], property: PhProperty): Condition => {
  const operator = property.operator ?? 'exact'
  const read = { firstOf: [[...path, property.key]], skip: 'never' as const }
  const server = scope.evaluator === 'server'
  if (operator === 'is_not_set') {
    return { read, test: { op: 'present' }, presence: 'own', missing: 'true', negate: true }
  }
  const made = operators.get(operator)?.(property.value, scope)
  if (made == null) return unknown
  const { test, negate = false } = made
  if (operator.startsWith('is_date')) {
    scope.report('warn', 'operator', "Relative dates use the project's time zone (Z).")
  }
  return {
    read,
    test,
    presence: 'own',
    missing: server ? (negate ? 'true' : 'false') : 'unknown',
    invalid: server && operator !== 'exact' ? 'false' : 'unknown',
    ...(operator === 'is_not' || operator === 'is_set' ? {} : { nullIs: 'false' as const }),
    negate,
  }
}
