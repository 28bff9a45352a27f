import type { Operator } from '../../schemas/condition.ts'
import { operatorsOf } from './operators.gen.ts'
import type { Prepare } from './test.ts'

export type Family = keyof typeof operatorsOf
type OperatorOf<F extends Family> = (typeof operatorsOf)[F][number]
export type FamilyOperator = OperatorOf<Family>

/** The families that are there. */
export type Families = { readonly [F in Family]?: { readonly [O in OperatorOf<F>]: Prepare } }

/** Their names, and for each its operators. */
export const families: readonly (readonly [Family, readonly Operator[]])[] =
  // Object.entries forgets that the keys of the record are its key type.
  Object.entries(operatorsOf) as [Family, readonly Operator[]][]

/** The family of an operator; undefined for one that is always there, or that there is not. */
export const familyOf = (operator: Operator): Family | undefined =>
  families.find(([, operators]) => operators.includes(operator))?.[0]
