import { textOf } from '../../../engine/extended/text.ts'
import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { LeafProfile, Relation } from '../../../schemas/extended-test.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Report } from '../../importing/finding.ts'
import { searchPattern } from '../../importing/search-pattern.ts'

/** The major version of the SDK that evaluated. The versions interpret `not` differently. */
export type Major = 2 | 3

const everyone: Condition = true
const nobody: Condition = { any: [] }

type Node = { [key: string]: Json }
const isNode = (value: Json): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Datafiles contain conditions and segments as JSON strings, unless the project is configured otherwise. */
export const parsed = (value: Json): Json => {
  if (typeof value !== 'string' || value === '*') return value
  try {
    return JSON.parse(value) as Json
  } catch {
    return value
  }
}

/**
 * Converts conditions: a single one, a list that must all match, or `and`, `or`, `not` of lists. `*` matches everyone.
 */
export const conditionsOf = (value: Json, major: Major, report: Report): Condition =>
  treeOf(
    parsed(value),
    major,
    (leaf) => (typeof leaf === 'string' ? nobody : leafOf(leaf, major, report)),
    (list) => ({ not: { all: list } }),
  )

/**
 * Converts segment expressions, with Fanion's segment keys. `not` means "none of them" in version 2 and "not all of
 * them" in version 3.
 */
export const segmentsOf = (
  value: Json,
  major: Major,
  keyOf: (theirs: string) => string | undefined,
  report: Report,
): Condition => {
  const isText = typeof value === 'string' && /^[[{]/.test(value)
  const read = isText ? parsed(value) : value
  if (isText && read === value)
    report('block', 'segments', 'segments begins like JSON and isn’t valid JSON, so the SDK fails. Correct it.')
  return treeOf(
    read,
    major,
    (leaf) => {
      const segment = typeof leaf === 'string' ? keyOf(leaf) : undefined
      return segment === undefined ? nobody : { segment, missing: 'false' }
    },
    (list) => (major === 2 ? { all: list.map((one): Condition => ({ not: one })) } : { not: { all: list } }),
  )
}

const treeOf = (
  value: Json,
  major: Major,
  leaf: (value: Json) => Condition,
  not: (list: Condition[]) => Condition,
): Condition => {
  const all = (list: Json[]): Condition[] => list.map((one) => treeOf(one, major, leaf, not))
  if (value === '*') return everyone
  if (Array.isArray(value)) return { all: all(value) }
  if (!isNode(value) || value['attribute'] !== undefined) return leaf(value)
  if (Array.isArray(value['and'])) return { all: all(value['and']) }
  if (Array.isArray(value['or'])) return { any: all(value['or']) }
  if (!Array.isArray(value['not'])) return nobody
  const list = all(value['not'])
  if (list.length === 0) return major === 2 ? everyone : nobody
  return not(list)
}

const relations: ReadonlyMap<string, Relation> = new Map<string, Relation>([
  ['Equals', 'eq'],
  ['NotEquals', 'ne'],
  ['GreaterThan', 'gt'],
  ['GreaterThanOrEquals', 'gte'],
  ['LessThan', 'lt'],
  ['LessThanOrEquals', 'lte'],
])

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Reads an attribute as JavaScript does when it follows a path, including into lists and strings. */
export const readOf = (attribute: string): AttributeRef => ({
  firstOf: [attribute.split('.')],
  skip: 'never',
  arrayIndex: true,
  textIndex: true,
})

/** Properties that every JavaScript object inherits, and so every context seems to have. */
const inherited = (attribute: string): boolean => attribute.split('.').some((name) => name in {})

/** The flags of a regular expression. Null if they are invalid, so that nothing matches. */
const flagsOf = (flags: Json | undefined, major: Major, report: Report): string | null => {
  if (typeof flags !== 'string') return ''
  try {
    new RegExp('', flags)
  } catch {
    return null
  }
  // Version 3 creates a pattern for each evaluation, so `g` has no effect there.
  if (major === 3 && flags.includes('y'))
    report('block', '', 'A pattern has the flag y, which is not known here. Begin the pattern with ^ and leave it out.')
  if (major === 2 && /[gy]/.test(flags)) {
    const why = 'It remembers where it stopped, so the SDK answers every other time.'
    report('warn', '', `A pattern has the flag g or y. ${why} It was imported without.`)
  }
  if (flags.includes('v')) report('block', '', 'A pattern has the flag v, which is not known here. Write it without.')
  return flags.replaceAll(/[^imsu]/g, '')
}

/** Converts one condition. Values of another type than the operator expects make it false, even if negated. */
const leafOf = (leaf: Json, major: Major, report: Report): Condition => {
  if (!isNode(leaf) || typeof leaf['attribute'] !== 'string' || typeof leaf['operator'] !== 'string') return nobody
  const { attribute, operator, value } = leaf
  const read = readOf(attribute)
  if (inherited(attribute)) {
    report(
      'warn',
      '',
      `The attribute ${attribute} is one that every object has in JavaScript; here it is one of the context alone.`,
    )
  }
  if (operator === 'before' || operator === 'after') return dateOf(read, operator, value ?? null)
  if (value === undefined && (operator === 'equals' || operator === 'notEquals')) {
    const negate = operator === 'equals'
    return { read, test: { op: 'present' }, presence: 'own', missing: negate ? 'true' : 'false', negate }
  }
  const flags = operator.endsWith('atches') ? flagsOf(leaf['regexFlags'], major, report) : ''
  const test = flags === null ? null : testOf(operator, value ?? null, flags)
  if (test === null) return nobody
  const negate = operator.startsWith('not')
  const profile: LeafProfile = {
    presence: 'own',
    missing: operator === 'notEquals' || operator === 'notExists' ? 'true' : 'false',
    negate,
  }
  return { read, test, ...profile }
}

/**
 * Compares dates as JavaScript's `Date` parses any value: false and null are the epoch, true is one millisecond later.
 */
const dateOf = (read: AttributeRef, rel: 'before' | 'after', value: Json): Condition => {
  const wanted =
    typeof value === 'boolean' || value === null ? Number(value) : Array.isArray(value) ? textOf(value) : value
  const limit = typeof wanted === 'object' ? Number.NaN : new Date(wanted).getTime()
  const holds = (instant: number) => (rel === 'before' ? instant < limit : instant > limit)
  const oddities = [false, true].filter((one) => holds(Number(one)))
  const test: ExtendedTest = { op: 'date.rel', rel, values: [wanted], date: 'js', valDate: 'js' }
  return {
    any: [
      { read, test, presence: 'own', nullIs: holds(0) ? 'true' : 'false' },
      { read, test: { op: 'in.strict', values: oddities }, presence: 'own' },
    ],
  }
}

/** The test of an operator, also used for its negation. Null if the value has the wrong type. */
const testOf = (operator: string, value: Json, flags: string): ExtendedTest | null => {
  const text = typeof value === 'string' ? value : null
  const versions = relations.get(operator.replace(/^semver/, ''))
  const numbers = relations.get(capital(operator))
  switch (operator) {
    case 'equals':
    case 'notEquals':
      return { op: 'in.strict', values: [value] }
    case 'exists':
    case 'notExists':
      return { op: 'present' }
    case 'in':
    case 'notIn':
      return Array.isArray(value) ? { op: 'in.strict', values: value, types: ['string', 'number', 'null'] } : null
    case 'includes':
    case 'notIncludes':
      return text === null ? null : { op: 'in.strict', values: [text], array: 'any', types: [] }
    case 'contains':
    case 'notContains':
      return text === null ? null : { op: 'text.rel', rel: 'contains', values: [text], str: 'none' }
    case 'startsWith':
      return text === null ? null : { op: 'text.rel', rel: 'prefix', values: [text], str: 'none' }
    case 'endsWith':
      return text === null ? null : { op: 'text.rel', rel: 'suffix', values: [text], str: 'none' }
    case 'matches':
    case 'notMatches':
      return text === null
        ? null
        : {
            op: 'text.regex',
            values: [/[gy]/.test(flags) ? text : searchPattern(text)],
            dialect: 'ecma',
            flags,
            str: 'none',
            badPattern: 'finalFalse',
          }
    default:
      if (operator.startsWith('semver')) {
        if (versions === undefined || text === null) return null
        const grammar = 'compare-versions' as const
        return { op: 'semver.rel', rel: versions, values: [text], semver: grammar, valSemver: grammar }
      }
      if (numbers === undefined || typeof value !== 'number') return null
      return { op: 'num.rel', rel: numbers, values: [value], num: 'none' }
  }
}
