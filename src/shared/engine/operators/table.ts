import type { Leaf, Operator } from '../../schemas/condition.ts'
import { exists, isOneOf } from './equality.ts'
import { after, before, newerThan, olderThan } from './instant.ts'
import { inNetwork } from './network.ts'
import { atLeast, atMost, between, greaterThan, lessThan } from './number.ts'
import { includesAll, includesAny } from './set.ts'
import { malformed, type Prepare } from './test.ts'
import { contains, endsWith, matches, startsWith } from './text.ts'
import { versionAtLeast, versionAtMost, versionGreaterThan, versionIs, versionLessThan } from './version.ts'

/** Operators that are the exact negation of another: true where it is false, missing and wrong types included. */
export const negationOf = {
  isNot: 'is',
  isNoneOf: 'isOneOf',
  notContains: 'contains',
  notStartsWith: 'startsWith',
  notEndsWith: 'endsWith',
  notMatches: 'matches',
  includesNone: 'includesAny',
} as const satisfies Partial<Record<Operator, Operator>>

type Negated = keyof typeof negationOf

const positive: Record<Exclude<Operator, Negated>, Prepare> = {
  exists,
  is: isOneOf,
  isOneOf,
  contains,
  startsWith,
  endsWith,
  matches,
  lessThan,
  atMost,
  greaterThan,
  atLeast,
  between,
  versionIs,
  versionLessThan,
  versionAtMost,
  versionGreaterThan,
  versionAtLeast,
  before,
  after,
  olderThan,
  newerThan,
  includesAny,
  includesAll,
  inNetwork,
}

const isNegated = (operator: Operator): operator is Negated => Object.hasOwn(negationOf, operator)

/** The positive operator behind an operator, and whether it is turned around. Throws when there is no such operator. */
export const positiveOf = (operator: Operator): { operator: keyof typeof positive; negated: boolean } => {
  if (isNegated(operator)) return { operator: negationOf[operator], negated: true }
  if (!Object.hasOwn(positive, operator)) throw malformed(`there is no operator ${JSON.stringify(operator)}`)
  return { operator, negated: false }
}

/** Prepares the test of a leaf's positive operator. Throws when the operator or a value does not fit. */
export const prepare = (leaf: Leaf): ReturnType<Prepare> => positive[positiveOf(leaf.operator).operator](leaf)
