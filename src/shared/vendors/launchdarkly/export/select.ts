import type { Condition } from '../../../schemas/condition.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { withoutNegation } from '../../exporting/leaf.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { extendedReferenceOf } from './attribute.ts'
import { leafClauses, nobody, testOperator } from './clause.ts'
import type { LdClause } from './model.ts'

/** Name prefix of the generated segments of a flag or segment: `flag:checkout#1`. */
export interface Hidden {
  readonly name: string
  next: number
  /** Adds a segment of the environment to the parts. */
  readonly need: (segment: string) => void
}

/** Converts a condition to alternatives: lists of clauses that must all match. Each list becomes a rule. */
export const rulesOf = (condition: Condition, scope: FlagScope, hidden: Hidden): LdClause[][] => {
  if (condition === true) return [[]]
  if ('any' in condition && condition.unknown === undefined && segmentsOf(condition.any) === null)
    return condition.any.flatMap((inner) => rulesOf(inner, scope, hidden))
  if ('all' in condition && condition.unknown === undefined) {
    const [only, ...more] = condition.all
    if (only !== undefined && more.length === 0) return rulesOf(only, scope, hidden)
    return [condition.all.flatMap((inner) => clausesOf(inner, scope, hidden))]
  }
  if ('operator' in condition && !withoutNegation(condition).negated) return leafClauses(condition, scope)
  return [clausesOf(condition, scope, hidden)]
}

/**
 * Converts a condition to clauses that must all match. A condition that is not such a list becomes a generated segment.
 */
export const clausesOf = (condition: Condition, scope: FlagScope, hidden: Hidden): LdClause[] => {
  if (condition === true) return []
  if ('operator' in condition) {
    const { negated } = withoutNegation(condition)
    const lists = leafClauses(condition, scope)
    const [only] = lists
    if (!negated && only !== undefined && lists.length === 1) return only
    return [hide(lists, scope, hidden, negated)]
  }
  if ('all' in condition && condition.unknown === undefined)
    return condition.all.flatMap((inner) => clausesOf(inner, scope, hidden))
  if ('any' in condition && condition.unknown === undefined) {
    const segments = segmentsOf(condition.any)
    if (segments !== null) return [segmentMatch(segments, false, hidden)]
    if (condition.any.length === 0) return [nobody]
    return [hide(rulesOf(condition, scope, hidden), scope, hidden, false)]
  }
  if ('not' in condition) {
    const { not } = condition
    const segments = typeof not === 'object' && 'any' in not ? segmentsOf(not.any) : null
    if (segments !== null) return [segmentMatch(segments, true, hidden)]
    return [hide(rulesOf(not, scope, hidden), scope, hidden, true)]
  }
  if ('segment' in condition && condition.negate === undefined && isFalse(condition.missing))
    return [segmentMatch([condition.segment], false, hidden)]
  if ('each' in condition) return [eachClause(condition)]
  if ('flag' in condition) return notReadable('flag-condition', condition.flag)
  if ('in' in condition) return notReadable('split-hash')
  if ('read' in condition) return [readClause(condition)]
  return notReadable('other-vendor')
}

const isFalse = (missing: string | undefined): boolean => missing === undefined || missing === 'false'

/** The segments in a list that contains nothing else, as the importer writes a clause about several segments. */
const segmentsOf = (any: readonly Condition[]): string[] | null => {
  if (any.length === 0) return null
  const keys = any.map((inner) =>
    typeof inner === 'object' && 'segment' in inner && inner.negate === undefined && isFalse(inner.missing)
      ? inner.segment
      : null,
  )
  return keys.includes(null) ? null : keys.filter((key) => key !== null)
}

const segmentMatch = (keys: readonly string[], negate: boolean, hidden: Hidden): LdClause => {
  keys.forEach(hidden.need)
  return { attribute: '', op: 'segmentMatch', values: [...keys], negate }
}

/** Generates a segment that matches any of these rules, or none of them if negated. */
const hide = (lists: LdClause[][], scope: FlagScope, hidden: Hidden, negate: boolean): LdClause => {
  hidden.next += 1
  const key = `${hidden.name}#${hidden.next}`
  scope.parts[key] = {
    key,
    included: [],
    excluded: [],
    rules: lists.map((clauses, at) => ({ id: `${at + 1}`, clauses: clauses.map((clause) => ({ ...clause })) })),
    salt: key,
  } as never
  return { attribute: '', op: 'segmentMatch', values: [key], negate }
}

type Each = Extract<Condition, { each: unknown }>
type Read = Extract<Condition, { read: unknown }>

/** Converts an imported clause on list elements. */
const eachClause = ({ each, test, element, missing, negate }: Each): LdClause => {
  if (element !== undefined || missing !== 'false') return notReadable('other-vendor')
  const { attribute, contextKind } = extendedReferenceOf(each)
  const { op, values } = testOperator(test)
  return { attribute, contextKind, op, values, negate: negate === true }
}

/**
 * Converts an imported list of keys, or a clause with an invalid reference, which also ends the flag in LaunchDarkly.
 */
const readClause = ({ read, test, presence, missing, nullIs, invalid, negate }: Read): LdClause => {
  if (presence !== undefined || nullIs !== undefined || invalid !== undefined || negate !== undefined)
    return notReadable('other-vendor')
  if (missing === 'fatal:MALFORMED_FLAG' && read.firstOf.length === 0 && read.virtual === undefined)
    return { attribute: '', contextKind: 'user', op: 'in', values: [], negate: false }
  const { attribute, contextKind } = extendedReferenceOf(read)
  const { op, values } = testOperator(test)
  if (missing !== undefined || attribute !== 'key' || op !== 'in') return notReadable('other-vendor')
  return { attribute, contextKind, op, values, negate: false }
}
