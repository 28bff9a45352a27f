import { describe, expect, it } from 'vitest'
import { attributeOperators } from '../../../../shared/datafile/attribute-operators.ts'
import { Operator } from '../../../../shared/schemas/condition.ts'
import { notSet, operatorChoices } from './operator-choices.ts'

const offered = (...of: Parameters<typeof operatorChoices>) =>
  operatorChoices(...of).flatMap(({ items }) => items.map(({ value }) => value))

describe('the operators to choose from', () => {
  it('are all of them for an attribute that is not declared', () => {
    expect(offered(undefined, 'is').toSorted()).toEqual([...Operator.options, notSet].toSorted())
  })

  it('are those of the declared type, and the one that is chosen already', () => {
    expect(offered('boolean', 'is').toSorted()).toEqual([...attributeOperators.boolean, notSet].toSorted())
    expect(offered('boolean', 'contains')).toContain('contains')
  })
})
