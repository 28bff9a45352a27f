import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { Relation } from '../../../schemas/extended-test.ts'
import type { Report } from '../../importing/finding.ts'
import type { FliptConstraint } from './config.ts'

export const nobody: Condition = { any: [] }

/** The id that entities are bucketed by. */
export const entity: AttributeRef = { firstOf: [['targetingKey']] }

const relations: Readonly<Record<string, Relation>> = { eq: 'eq', lt: 'lt', lte: 'lte', gt: 'gt', gte: 'gte' }

const listOf = ({ value }: FliptConstraint): string[] => {
  if (Array.isArray(value)) return value.map(String)
  try {
    const read: unknown = JSON.parse(String(value ?? ''))
    return Array.isArray(read) ? read.map(String) : []
  } catch {
    return []
  }
}

const types: ReadonlySet<string> = new Set(
  ['STRING', 'ENTITY_ID', 'NUMBER', 'BOOLEAN', 'DATETIME'].map((kind) => `${kind}_COMPARISON_TYPE`),
)

/**
 * Converts one constraint of a segment. A missing or empty property matches only the operators that test for absence.
 */
export const constraintOf = (report: Report, constraint: FliptConstraint): Condition => {
  const { type, property, operator, value } = constraint
  const read: AttributeRef = type === 'ENTITY_ID_COMPARISON_TYPE' ? entity : { firstOf: [[property ?? '']] }
  const text = value == null ? '' : String(value)
  const leaf = (test: ExtendedTest, negate = false): Condition => {
    return { read, test, presence: 'nonEmpty', missing: 'false', invalid: 'false', negate }
  }
  const unknown = (): Condition => {
    const message = `It compares by ${operator} (${type}), which is not imported yet. Write that constraint in another way.`
    report('block', 'operator', message)
    return nobody
  }
  const equal = (values: string[]): ExtendedTest => ({ op: 'in.text', values, str: 'js' })
  const there: Condition = { read, test: { op: 'present' }, presence: 'nonEmpty' }
  const isOfText = type === 'STRING_COMPARISON_TYPE' || type === 'ENTITY_ID_COMPARISON_TYPE'
  if (!types.has(type)) return unknown()
  // An empty value counts as absent. Strings have different operator names for this than other types.
  if (operator === (isOfText ? 'notempty' : 'present')) return there
  if (operator === (isOfText ? 'empty' : 'notpresent')) return { not: there }
  if (Array.isArray(value) && !operator.endsWith('oneof')) {
    report('block', 'value', `Its value is a list, and ${operator} compares with one value. Write one.`)
    return nobody
  }
  switch (type) {
    case 'STRING_COMPARISON_TYPE':
    case 'ENTITY_ID_COMPARISON_TYPE':
      switch (operator) {
        case 'eq':
          return leaf(equal([text]))
        case 'neq':
          return leaf(equal([text]), true)
        case 'isoneof':
          return leaf(equal(listOf(constraint)))
        case 'isnotoneof':
          return leaf(equal(listOf(constraint)), true)
        case 'prefix':
        case 'suffix':
          return leaf({ op: 'text.rel', rel: operator, values: [text], str: 'js' })
        case 'contains':
          return leaf({ op: 'text.rel', rel: 'contains', values: [text], str: 'js' })
        case 'notcontains':
          return leaf({ op: 'text.rel', rel: 'contains', values: [text], str: 'js' }, true)
        default:
          return unknown()
      }
    case 'NUMBER_COMPARISON_TYPE': {
      const relation = relations[operator]
      const numbers = operator.endsWith('oneof') ? listOf(constraint).map(Number) : [Number(text)]
      const negated = operator === 'neq' || operator === 'isnotoneof'
      if (relation === undefined && !['neq', 'isoneof', 'isnotoneof'].includes(operator)) return unknown()
      const isNoList = operator.endsWith('oneof') && !Array.isArray(value) && !/^\s*\[/.test(text)
      if (isNoList || numbers.some(Number.isNaN)) return nobody
      const isWhole = numbers.every((number) => (number | 0) === number)
      if (!isWhole || (!operator.endsWith('oneof') && !/^[+-]?\d+$/.test(text))) {
        const message =
          'It compares with a number that is not whole: Flipt’s server does so, its SDKs match nobody, and so it is here.'
        report('warn', 'value', message)
        return nobody
      }
      return leaf({ op: 'num.rel', rel: relation ?? 'eq', values: numbers, num: 'int32' }, negated)
    }
    case 'BOOLEAN_COMPARISON_TYPE':
      return operator === 'true' || operator === 'false' ? leaf(equal([operator])) : unknown()
    default:
      return unknown()
  }
}
