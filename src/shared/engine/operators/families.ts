import type { Operator } from '../../schemas/condition.ts'
import { operatorsOf } from './operators.gen.ts'
import type { Prepare } from './test.ts'

export type Family = keyof typeof operatorsOf
type OperatorOf<F extends Family> = (typeof operatorsOf)[F][number]
export type FamilyOperator = OperatorOf<Family>

export type Families = { readonly [F in Family]?: { readonly [O in OperatorOf<F>]: Prepare } }

export const families: readonly (readonly [Family, readonly Operator[]])[] =
  // Cast: `Object.entries` loses the key type.
  Object.entries(operatorsOf) as [Family, readonly Operator[]][]

/** Returns the family of an operator; undefined if it is always loaded, or unknown. */
export const familyOf = (operator: Operator): Family | undefined =>
  families.find(([, operators]) => operators.includes(operator))?.[0]
