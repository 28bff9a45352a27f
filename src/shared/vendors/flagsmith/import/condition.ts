import { textOf } from '../../../engine/extended/text.ts'
import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { Relation } from '../../../schemas/extended-test.ts'
import type { Report } from '../../importing/finding.ts'
import { searchPattern } from '../../importing/search-pattern.ts'
import { drawnBy, type Engine, identityKey, type Property, propertyOf } from './attribute.ts'
import type { FsCondition, FsConfig, FsRule } from './config.ts'
import { pointOf, within } from './point.ts'
import { pythonComparison, pythonCondition, pythonShare } from './python.ts'

export type FsScope = { config: FsConfig; engine: Engine; segmentKey: string; report: Report }

/** Prefix of the generated segments for identity overrides. */
export const overridesPrefix = 'identity-overrides-'

const nobody: Condition = { any: [] }

/**
 * Converts a rule. Its type applies separately to its conditions and to its nested rules. An empty list is satisfied.
 */
export const ruleOf = (scope: FsScope, { type, conditions, rules }: FsRule): Condition => {
  const lists = [
    (conditions ?? []).map((condition) => conditionOf(scope, condition)),
    (rules ?? []).map((rule) => ruleOf(scope, rule)),
  ]
  return { all: lists.filter((list) => list.length > 0).map((list) => combined(type, list)) }
}

const combined = (type: string, list: Condition[]): Condition => {
  if (type === 'ANY') return { any: list }
  if (type === 'NONE') return { not: { any: list } }
  return type === 'ALL' ? { all: list } : nobody
}

const relations: ReadonlyMap<string, Relation> = new Map<string, Relation>([
  ['EQUAL', 'eq'],
  ['NOT_EQUAL', 'ne'],
  ['GREATER_THAN', 'gt'],
  ['GREATER_THAN_INCLUSIVE', 'gte'],
  ['LESS_THAN', 'lt'],
  ['LESS_THAN_INCLUSIVE', 'lte'],
])

const versionMark = ':semver'

/** Creates a condition on a property. It is false if the property is missing, whatever the test. */
type Leaf = (test: ExtendedTest, more?: object) => Condition

/** Converts one condition. A missing trait makes it false for every operator except IS_NOT_SET. */
const conditionOf = (scope: FsScope, condition: FsCondition): Condition => {
  const { operator, value } = condition
  const name = condition.property ?? ''
  if (operator === 'PERCENTAGE_SPLIT') return percentage(scope, name, value)
  if (name === '') return nobody
  const property = propertyOf(scope.config, name, scope.engine)
  if (property === null) return unreadable(scope, name)
  const leaf = leafOf(scope, property)
  // The server knows nothing of the generated segments for identity overrides.
  const isServers = scope.engine === 'python' && !scope.segmentKey.startsWith(overridesPrefix)
  const byServer = isServers ? pythonCondition(leaf, condition) : undefined
  if (isServers && operator === 'REGEX') asWritten(scope)
  if (byServer !== undefined) return byServer
  const text = scope.engine === 'python' && value === null ? 'None' : String(value)
  const relation = relations.get(operator)
  if (relation !== undefined) return compared(scope, leaf, relation, text)
  const empty = value === undefined || value === null || value === '' || value === false || value === 0
  switch (operator) {
    case 'CONTAINS': {
      const part = text.endsWith(versionMark) ? text.replace(versionMark, '') : text
      const inText = leaf({ op: 'text.rel', rel: 'contains', values: [part], str: 'none' }, { presence: 'nonEmpty' })
      // A list contains its elements. The searched text is also cast to string for it.
      return { any: [inText, leaf({ op: 'in.strict', values: [part], array: 'any', types: [] })] }
    }
    case 'NOT_CONTAINS':
      if (empty) return nobody
      return leaf({ op: 'text.rel', rel: 'contains', values: [text], str: 'none' }, { negate: true })
    case 'REGEX': {
      if (empty) return nobody
      return leaf({
        op: 'text.regex',
        values: [searchPattern(text)],
        dialect: 'ecma',
        str: 'js',
        badPattern: 'finalFalse',
      })
    }
    case 'IN':
      if (value === undefined || value === null) return nobody
      return isIn(leaf, listOf(value))
    case 'MODULO':
      return empty ? nobody : modulo(leaf, text)
    case 'IS_SET':
      return leaf({ op: 'present' })
    case 'IS_NOT_SET':
      return leaf({ op: 'present' }, { missing: 'true', negate: true })
    default:
      scope.report('warn', '', `The operator ${operator} is not known. It never matches, as in SDKs without it.`)
      return nobody
  }
}

/** Booleans never match IN, not even if the list contains "true" or "false". */
const isIn = (leaf: Leaf, values: string[]): Condition => {
  const inText = leaf({ op: 'in.text', values, str: 'js' }, { presence: 'truthy' })
  if (!values.some((one) => one === 'true' || one === 'false')) return inText
  return { all: [{ not: leaf({ op: 'type.is', type: 'boolean' }) }, inText] }
}

const asWritten = ({ report }: FsScope): void =>
  report('info', '', 'Of a text such as 007 Flagsmith’s server takes the number, 7. Here it is taken as it is written.')

const unreadable = ({ report }: FsScope, path: string): Condition => {
  const cure = 'Pass what it leads to as a trait, and compare with that.'
  report('block', '', `The path ${path} selects more than one name after another can say. ${cure}`)
  return nobody
}

/** Creates the test function for an attribute, the identity's key, or a constant. */
const leafOf = ({ config }: FsScope, property: Property): Leaf => {
  if ('read' in property) return (test, more = {}) => ({ read: property.read, test, ...more })
  if ('always' in property) {
    const { always } = property
    return (test, more = {}) => ({ read: { firstOf: [], otherwise: always ?? null }, test, ...more })
  }
  // A context without its own key uses the key made of environment and identifier.
  const made = { firstOf: [['targetingKey']], skip: 'never' as const }
  const hasOwn: Condition = { read: identityKey, test: { op: 'present' } }
  return (test, more = {}) => ({
    any: [
      { all: [hasOwn, { read: identityKey, test, ...more }] },
      { all: [{ not: hasOwn }, { read: { ...made, prefix: `${config.environment.key}_` }, test, ...more }] },
    ],
  })
}

const compared = ({ engine }: FsScope, leaf: Leaf, rel: Relation, text: string): Condition => {
  if (!text.endsWith(versionMark)) return leaf({ op: 'cast.rel', rel, value: text, profile: engine })
  const version = text.replace(versionMark, '')
  // The Node engine has no version comparison for this operator: it compares strings.
  if (rel === 'ne' && engine === 'node') return leaf({ op: 'cast.rel', rel, value: version, profile: 'loose' })
  const versions = leaf(
    {
      op: 'semver.rel',
      rel,
      values: [version],
      semver: engine === 'node' ? 'node-semver' : 'semver2-nov',
      valSemver: engine === 'node' ? 'node-semver' : 'semver2-nov',
      valInvalid: 'invalid',
    },
    {},
  )
  return engine === 'node' ? versions : pythonComparison(leaf, versions, rel, text)
}

/** A list, a JSON list, or comma-separated values. Elements that are not strings never match. */
const listOf = (value: NonNullable<FsCondition['value']>): string[] => {
  if (Array.isArray(value)) return value
  const text = String(value)
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.filter((one) => typeof one === 'string')
  } catch {
    // Not JSON, so the text is comma-separated.
  }
  return text.split(',')
}

const modulo = (leaf: Leaf, text: string): Condition => {
  const [divisor, remainder, ...rest] = text.split('|').map(Number.parseFloat)
  if (divisor === undefined || remainder === undefined || rest.length > 0) return nobody
  if (Number.isNaN(divisor) || Number.isNaN(remainder) || divisor === 0) return nobody
  return leaf({ op: 'mod', divisor, remainder, num: 'float' }, { presence: 'nonEmpty' })
}

/**
 * A percentage of identities, bucketed by the segment's key, or by the value of a path. If the property is a trait, the
 * SDKs match no one, but the server buckets by it.
 */
const percentage = (scope: FsScope, property: string, value: FsCondition['value']): Condition => {
  const { config, segmentKey, engine } = scope
  const share = engine === 'node' ? Number.parseFloat(String(value)) : Number(value ?? Number.NaN)
  if (Number.isNaN(share) || (engine === 'python' && value === '')) return nobody
  if (property === '') return within(segmentKey, config.environment.key, share)
  if (engine === 'python') {
    const named = propertyOf(config, property, engine)
    if (named === null) return unreadable(scope, property)
    if ('key' in named) return within(segmentKey, config.environment.key, share)
    const read = 'read' in named ? named.read : { firstOf: [], otherwise: named.always ?? null }
    asWritten(scope)
    return pythonShare(leafOf(scope, named), segmentKey, read, value)
  }
  const by = drawnBy(config, property)
  if (by === null) return unreadable(scope, property)
  if ('key' in by) return within(segmentKey, config.environment.key, share)
  if ('read' in by) return { within: { point: pointOf(segmentKey, '', by.read), hi: share, bounds: '[]' } }
  if (!by.always) return nobody
  const point = pointOf(segmentKey, '', { firstOf: [], otherwise: textOf(by.always) })
  return { within: { point, hi: share, bounds: '[]' } }
}
