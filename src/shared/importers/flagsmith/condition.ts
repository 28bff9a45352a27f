import type { Condition, WideTest } from '../../schemas/condition.ts'
import type { Relation } from '../../schemas/wide-test.ts'
import { propertyOf } from './attribute.ts'
import type { FsCondition, FsConfig, FsRule } from './config.ts'
import { pointOf, within } from './point.ts'

/** Which engine served the users. Both pass the published cases, and differ where those say nothing. */
export type Engine = 'node' | 'python'

export type FsScope = { config: FsConfig; engine: Engine; segmentKey: string }

const nobody: Condition = { any: [] }

/** A rule: its type applies to its conditions and to its rules, each on its own; an empty list is satisfied. */
export const ruleOf = (scope: FsScope, { type, conditions, rules }: FsRule): Condition => {
  const lists = [
    (conditions ?? []).map((condition) => conditionOf(scope, condition)),
    (rules ?? []).map((rule) => ruleOf(scope, rule)),
  ]
  return { all: lists.filter((list) => list.length > 0).map((list) => combined(type, list)) }
}

const combined = (type: string, list: Condition[]): Condition => {
  if (type === 'ANY') return { any: list }
  return type === 'NONE' ? { not: { any: list } } : { all: list }
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

/** One condition. A missing trait makes it false, whatever the operator, but for IS_NOT_SET. */
const conditionOf = (scope: FsScope, condition: FsCondition): Condition => {
  const { operator } = condition
  const property = condition.property ?? ''
  const read = propertyOf(scope.config, property)
  const text = Array.isArray(condition.value) ? JSON.stringify(condition.value) : String(condition.value ?? '')
  const relation = relations.get(operator)
  if (relation !== undefined) return compared(scope, read, relation, text)
  const leaf = (test: WideTest, more: object = {}): Condition => ({ read, test, ...more })
  switch (operator) {
    case 'CONTAINS':
    case 'NOT_CONTAINS':
      return leaf(
        { op: 'text.rel', rel: 'contains', values: [text], str: 'none' },
        operator === 'CONTAINS' ? {} : { negate: true },
      )
    case 'REGEX': {
      if (text === '') return nobody
      const dialect = scope.engine === 'node' ? 'ecma' : 'python-match'
      return leaf({ op: 'text.regex', values: [text], dialect, str: 'js', badPattern: 'finalFalse' })
    }
    case 'IN':
      return leaf({ op: 'in.text', values: listOf(text), str: 'noBool' }, { presence: 'truthy' })
    case 'MODULO':
      return modulo(read, text)
    case 'IS_SET':
      return leaf({ op: 'present' })
    case 'IS_NOT_SET':
      return leaf({ op: 'present' }, { missing: 'true', negate: true })
    case 'PERCENTAGE_SPLIT':
      return percentage(scope, property, text)
    default:
      return nobody
  }
}

const compared = ({ engine }: FsScope, read: ReturnType<typeof propertyOf>, rel: Relation, text: string): Condition => {
  if (!text.endsWith(versionMark)) return { read, test: { op: 'cast.rel', rel, value: text, profile: engine } }
  const version = text.slice(0, -versionMark.length)
  return {
    read,
    test: { op: 'semver.rel', rel, values: [version], semver: 'semver2', valSemver: 'semver2', valInvalid: 'invalid' },
    ...(rel === 'ne' ? { invalid: 'true' as const } : {}),
  }
}

/** A JSON list of texts, or texts between commas. */
const listOf = (text: string): string[] => {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.map(String)
  } catch {
    // Not JSON: then it is a list between commas.
  }
  return text.split(',')
}

const modulo = (read: ReturnType<typeof propertyOf>, text: string): Condition => {
  const [divisor, remainder, ...rest] = text.split('|').map(Number.parseFloat)
  if (divisor === undefined || remainder === undefined || rest.length > 0) return nobody
  if (Number.isNaN(divisor) || Number.isNaN(remainder)) return nobody
  return { read, test: { op: 'mod', divisor, remainder, num: 'jsText' }, presence: 'nonEmpty' }
}

/**
 * A share of the identities by the segment's key, or of what a path of the vendor's context leads to. By a trait the Node
 * engine takes nobody.
 */
const percentage = ({ config, segmentKey }: FsScope, property: string, text: string): Condition => {
  const share = Number.parseFloat(text)
  if (Number.isNaN(share)) return nobody
  if (property === '' || property === '$.identity.key') return within(segmentKey, config.environment.key, share)
  if (!property.startsWith('$.')) return nobody
  return { within: { point: pointOf(segmentKey, '', propertyOf(config, property)), hi: share, bounds: '[]' } }
}
