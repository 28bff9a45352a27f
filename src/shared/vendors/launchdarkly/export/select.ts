import type { Condition } from '../../../schemas/condition.ts'
import { notReadable } from '../../exporting/because.ts'
import { asked } from '../../exporting/leaf.ts'
import type { FlagScope } from '../../exporting/reading.ts'
import { wideReference } from './attribute.ts'
import { leafClauses, nobody, testOperator } from './clause.ts'
import type { LdClause } from './model.ts'

/** Where segments that only this flag or segment needs are called after it: `flag:checkout#1`. */
export interface Hidden {
  readonly name: string
  next: number
  /** Has a segment of the environment come along. */
  readonly need: (segment: string) => void
}

/** A list of clauses holds when all do. A condition becomes any of several such lists, which are as many rules. */
export const rulesOf = (condition: Condition, scope: FlagScope, hidden: Hidden): LdClause[][] => {
  if (condition === true) return [[]]
  if ('any' in condition && condition.unknown === undefined && segmentsOf(condition.any) === null)
    return condition.any.flatMap((inner) => rulesOf(inner, scope, hidden))
  if ('all' in condition && condition.unknown === undefined) {
    const [only, ...more] = condition.all
    if (only !== undefined && more.length === 0) return rulesOf(only, scope, hidden)
    return [condition.all.flatMap((inner) => clausesOf(inner, scope, hidden))]
  }
  if ('operator' in condition && !asked(condition).negated) return leafClauses(condition, scope)
  return [clausesOf(condition, scope, hidden)]
}

/** A condition as clauses that hold together; what is no such list becomes a segment of its own. */
export const clausesOf = (condition: Condition, scope: FlagScope, hidden: Hidden): LdClause[] => {
  if (condition === true) return []
  if ('operator' in condition) {
    const { negated } = asked(condition)
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

/** The segments of a list that names nothing else, as the importer writes a clause about several. */
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

/** A segment that no one sees: any of its rules, or none of them. */
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

/** One clause of the vendor's own. */
const eachClause = ({ each, test, element, missing, negate }: Each): LdClause => {
  if (element !== undefined || missing !== 'false') return notReadable('other-vendor')
  const { attribute, contextKind } = wideReference(each)
  const { op, values } = testOperator(test)
  return { attribute, contextKind, op, values, negate: negate === true }
}

/** Keys that are listed one by one; or a clause about a reference that is none, which ends the flag there, too. */
const readClause = ({ read, test, presence, missing, nullIs, invalid, negate }: Read): LdClause => {
  if (presence !== undefined || nullIs !== undefined || invalid !== undefined || negate !== undefined)
    return notReadable('other-vendor')
  if (missing === 'fatal:MALFORMED_FLAG' && read.firstOf.length === 0 && read.virtual === undefined)
    return { attribute: '', contextKind: 'user', op: 'in', values: [], negate: false }
  const { attribute, contextKind } = wideReference(read)
  const { op, values } = testOperator(test)
  if (missing !== undefined || attribute !== 'key' || op !== 'in') return notReadable('other-vendor')
  return { attribute, contextKind, op, values, negate: false }
}
