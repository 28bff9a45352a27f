import type { AttributeType } from '../features/attributes/schemas/attribute.ts'
import { attributeTypes, operatorFacts, operatorNames } from '../operators.ts'
import type { Operator } from '../schemas/condition.ts'

const operatorsFor = (type: AttributeType): readonly Operator[] =>
  operatorNames.filter((operator) => operatorFacts[operator].types.includes(type))

/** The operators that make sense for an attribute of each declared type. */
export const attributeOperators = Object.fromEntries(
  attributeTypes.map((type) => [type, operatorsFor(type)]),
  // Safe cast: every type has an entry.
) as Record<AttributeType, readonly Operator[]>
