import type { Leaf, Operator } from '../../schemas/condition.ts'
import { requireModule } from '../require-module.ts'
import { exists, isOneOf } from './equality.ts'
import { type Families, type FamilyOperator, familyOf } from './families.ts'
import { type Negated, type Positive, positiveOf } from './negation.ts'
import { malformed, type Prepare, type Test } from './test.ts'

/** Operators that are always loaded. */
const common: Record<Exclude<Operator, Negated | FamilyOperator>, Prepare> = {
  exists,
  is: isOneOf,
  isOneOf,
}

const isCommon = (operator: Positive): operator is keyof typeof common => Object.hasOwn(common, operator)

/** Prepares the test of a leaf's positive operator. Throws if the operator or a value is invalid. */
export const prepare = (leaf: Leaf, families: Families): Test => {
  const operator = positiveOf(leaf.operator)
  if (isCommon(operator)) return common[operator](leaf)
  const family = familyOf(operator)
  if (family === undefined) throw malformed(`there is no operator ${JSON.stringify(operator)}`)
  // Safe cast: each family has the operators that name it.
  const prepares = requireModule(families, family) as Readonly<Record<FamilyOperator, Prepare>>
  return prepares[operator](leaf)
}
