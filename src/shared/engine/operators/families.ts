import { familyOf } from './operators.gen.ts'
import type { Prepare } from './test.ts'

export type FamilyOperator = keyof typeof familyOf
export type Family = (typeof familyOf)[FamilyOperator]

type OperatorOf<F extends Family> = {
  [O in FamilyOperator]: (typeof familyOf)[O] extends F ? O : never
}[FamilyOperator]

/** The families that are there. */
export type Families = { readonly [F in Family]?: { readonly [O in OperatorOf<F>]: Prepare } }

export const isFamilyOperator = (operator: string): operator is FamilyOperator => Object.hasOwn(familyOf, operator)
