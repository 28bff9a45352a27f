import { attributeOperators } from '../../../../shared/datafile/attribute-operators.ts'
import type { AttributeType } from '../../../../shared/features/attributes/schemas/attribute.ts'
import { type OperatorFamily, operatorFacts, operatorNames } from '../../../../shared/operators.ts'
import type { Operator } from '../../../../shared/schemas/condition.ts'
import { operatorLabel } from '../../../../shared/text/rules/operator.ts'

const families: Record<OperatorFamily, string> = {
  equality: 'Equality',
  presence: 'Presence',
  text: 'Text',
  number: 'Number',
  version: 'Version',
  time: 'Time',
  list: 'List',
  network: 'Network',
}

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] =>
  // Safe cast: the record has exactly the keys of its type.
  Object.keys(record) as Key[]

/** Choice for “is not set”, which is not an operator. */
export const notSet = 'notSet'

/**
 * Operators by family: those that fit the declared type of the attribute, or all if it is undeclared, plus the selected
 * one.
 */
export const operatorChoices = (type: AttributeType | undefined, chosen: Operator) =>
  keysOf(families).flatMap((family) => {
    const items = operatorNames
      .filter((operator) => operatorFacts[operator].family === family)
      .filter((operator) => type === undefined || operator === chosen || attributeOperators[type].includes(operator))
      .flatMap((operator): { value: string; label: string }[] => [
        { value: operator, label: operatorLabel(operator) },
        ...(operator === 'exists' ? [{ value: notSet, label: 'is not set' }] : []),
      ])
    return items.length === 0 ? [] : [{ group: families[family], items }]
  })
