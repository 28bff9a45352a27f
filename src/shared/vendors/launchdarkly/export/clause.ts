import { parseInstant } from '../../../engine/operators/instant.ts'
import type { ExtendedTest, Leaf } from '../../../schemas/condition.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { numberOf, refuseCase, textsOf, versionOf, withoutNegation } from '../../exporting/leaf.ts'
import { isPortablePattern } from '../../exporting/portable-pattern.ts'
import type { ProvisoKind } from '../../exporting/proviso.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { pathReference, type Reference } from './attribute.ts'
import type { LdClause } from './model.ts'

const clause = ({ attribute, contextKind }: Reference, op: string, values: unknown[]): LdClause => ({
  attribute,
  contextKind,
  op,
  values,
  negate: false,
})

/**
 * A clause that matches no one, because no value is in an empty list. Negated, it tests for presence, because a clause
 * with a missing attribute is false even if negated.
 */
const inNothing = (reference: Reference, negate: boolean): LdClause => ({ ...clause(reference, 'in', []), negate })
export const nobody: LdClause = inNothing({ attribute: 'key', contextKind: 'user' }, false)

/** Converts a native condition without its negation. Returns alternatives: lists of clauses that must all match. */
export const leafClauses = (leaf: Leaf, scope: FlagScope): LdClause[][] => {
  const { attribute } = leaf
  const { operator } = withoutNegation(leaf)
  const at = pathReference(attribute)
  const want = (kind: ProvisoKind) => scope.provisos.add({ kind, attribute })
  const one = (op: string, values: unknown[]): LdClause[][] => [[clause(at, op, values)]]
  const text = (op: string): LdClause[][] => {
    refuseCase(leaf)
    want('scalar')
    return one(op, textsOf(leaf))
  }
  const compare = (op: string): LdClause[][] => {
    want('scalar')
    return one(op, [numberOf(leaf)])
  }
  const version = (...ops: string[]): LdClause[][] => {
    want('version')
    const value = versionOf(leaf)
    return ops.flatMap((op) => one(op, [value]))
  }
  const instant = (op: string): LdClause[][] => {
    want('instant')
    return one(op, [parseInstant(leaf.values[0]) ?? notReadable('malformed', attribute)])
  }
  switch (operator) {
    case 'exists':
      return [[inNothing(at, true)]]
    case 'is':
    case 'isOneOf':
      if (leaf.values.some((value) => typeof value === 'string')) refuseCase(leaf)
      want('scalar')
      return one('in', [...leaf.values])
    case 'contains':
      return text('contains')
    case 'startsWith':
      return text('startsWith')
    case 'endsWith':
      return text('endsWith')
    case 'matches':
      refuseCase(leaf)
      want('scalar')
      want('ascii')
      for (const pattern of textsOf(leaf)) if (!isPortablePattern(pattern)) notReadable('pattern', pattern)
      return one('matches', textsOf(leaf))
    case 'lessThan':
      return compare('lessThan')
    case 'atMost':
      return compare('lessThanOrEqual')
    case 'greaterThan':
      return compare('greaterThan')
    case 'atLeast':
      return compare('greaterThanOrEqual')
    case 'between':
      want('scalar')
      return [[clause(at, 'greaterThanOrEqual', [numberOf(leaf)]), clause(at, 'lessThanOrEqual', [numberOf(leaf, 1)])]]
    case 'versionIs':
      return version('semVerEqual')
    case 'versionLessThan':
      return version('semVerLessThan')
    case 'versionAtMost':
      return version('semVerLessThan', 'semVerEqual')
    case 'versionGreaterThan':
      return version('semVerGreaterThan')
    case 'versionAtLeast':
      return version('semVerGreaterThan', 'semVerEqual')
    case 'before':
    case 'after':
      return instant(operator)
    case 'includesAny':
      want('list')
      return one('in', [...leaf.values])
    case 'includesAll':
      want('list')
      if (leaf.values.length === 0) notReadable('operator', operator)
      return [leaf.values.map((value) => clause(at, 'in', [value]))]
    default:
      return notReadable('operator', operator)
  }
}

/** Converts an imported test back to its operator. Every field must be as the importer writes it. */
export const testOperator = (test: ExtendedTest): { op: string; values: unknown[] } => {
  const { op } = test
  const same = (fields: object): boolean => JSON.stringify(sorted(test)) === JSON.stringify(sorted({ op, ...fields }))
  switch (op) {
    case 'in.strict':
      if (same({ values: test.values })) return { op: 'in', values: test.values }
      break
    case 'text.rel': {
      const { rel, values } = test
      const ops: Partial<Record<typeof rel, string>> = {
        prefix: 'startsWith',
        suffix: 'endsWith',
        contains: 'contains',
      }
      const op = ops[rel]
      if (op !== undefined && same({ rel, values, str: 'none' })) return { op, values }
      break
    }
    case 'text.regex':
      if (same({ values: test.values, dialect: 'host', str: 'none', badPattern: 'false' }))
        return { op: 'matches', values: test.values }
      break
    case 'num.rel': {
      const { rel, values } = test
      const ops: Partial<Record<typeof rel, string>> = {
        lt: 'lessThan',
        lte: 'lessThanOrEqual',
        gt: 'greaterThan',
        gte: 'greaterThanOrEqual',
      }
      const known = ops[rel]
      if (known !== undefined && same({ rel, values, num: 'none' })) return { op: known, values }
      break
    }
    case 'date.rel': {
      const { rel, values } = test
      const dates = 'rfc3339|epoch-ms'
      if (rel !== 'exact' && same({ rel, values, date: dates, valDate: dates })) return { op: rel, values }
      break
    }
    case 'semver.rel': {
      const { rel, values } = test
      const ops: Partial<Record<typeof rel, string>> = {
        eq: 'semVerEqual',
        lt: 'semVerLessThan',
        gt: 'semVerGreaterThan',
      }
      const grammar = 'node-semver-padded'
      const known = ops[rel]
      if (known !== undefined && same({ rel, values, semver: grammar, valSemver: grammar }))
        return { op: known, values }
      break
    }
    default:
  }
  return notReadable('other-vendor', op)
}

const sorted = (fields: object): unknown =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
