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
  // the keys of a record of ours are those of its type
  Object.keys(record) as Key[]

/** The choice that is no operator of its own: that an attribute is not set. */
export const notSet = 'notSet'

/**
 * The operators to choose from, by family: all of them, or where the attribute is declared those that fit its type, and the
 * one that is chosen already.
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
