import type { Operator } from '../../schemas/condition.ts'
import type { Prepare } from './test.ts'

/** The operators whose code is a module of its own, by the name of their family. */
export const familyOf = {
  contains: 'text',
  startsWith: 'text',
  endsWith: 'text',
  matches: 'text',
  lessThan: 'number',
  atMost: 'number',
  greaterThan: 'number',
  atLeast: 'number',
  between: 'number',
  versionIs: 'semver',
  versionLessThan: 'semver',
  versionAtMost: 'semver',
  versionGreaterThan: 'semver',
  versionAtLeast: 'semver',
  before: 'instant',
  after: 'instant',
  olderThan: 'instant',
  newerThan: 'instant',
  includesAny: 'set',
  includesAll: 'set',
  inNetwork: 'network',
} as const satisfies Partial<Record<Operator, string>>

export type FamilyOperator = keyof typeof familyOf
export type Family = (typeof familyOf)[FamilyOperator]

type OperatorOf<F extends Family> = {
  [O in FamilyOperator]: (typeof familyOf)[O] extends F ? O : never
}[FamilyOperator]

/** The families that are there. */
export type Families = { readonly [F in Family]?: { readonly [O in OperatorOf<F>]: Prepare } }

export const isFamilyOperator = (operator: string): operator is FamilyOperator => Object.hasOwn(familyOf, operator)

const familyNames: ReadonlySet<string> = new Set(Object.values(familyOf))

/** Whether a part of the engine is a family of native operators. */
export const isFamily = (name: string): name is Family => familyNames.has(name)
