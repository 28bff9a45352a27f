import { Autocomplete, Checkbox, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { operatorFacts } from '../../../../shared/operators.ts'
import { type Condition, type Leaf, Operator } from '../../../../shared/schemas/condition.ts'
import { shownValues } from '../../../../shared/text/collapse.ts'
import classes from './condition-editor.module.css'
import { MakeSegment } from './make-segment.tsx'
import { notSet, operatorChoices } from './operator-choices.ts'
import { absence, membership, withOperator } from './rows.ts'
import { segmentOf } from './segment-of.ts'
import { useDeclaredType } from './use-attribute-names.ts'
import { ValueField } from './value-field.tsx'

/** The key by which an application says whom it asks for: every context may have it, declared or not. */
const always = 'targetingKey'

/** A test of one attribute: what, how, with which values. `absent` is the test that it is not set. */
export function LeafRow(props: {
  leaf: Leaf
  absent?: boolean
  label: string
  attributes: readonly string[]
  onChange: (row: Condition) => void
}): ReactNode {
  const { leaf, absent = false, label, attributes, onChange } = props
  const { family } = operatorFacts[leaf.operator]
  const type = useDeclaredType(leaf.attribute)
  return (
    <>
      <Autocomplete
        aria-label={`${label}, attribute`}
        className={classes['attribute']}
        placeholder="country"
        data={[...new Set([...attributes, always])]}
        value={leaf.attribute}
        onChange={(attribute) => onChange(absent ? absence(attribute) : { ...leaf, attribute })}
        autoFocus={leaf.attribute === ''}
        spellCheck={false}
      />
      <Select
        aria-label={`${label}, operator`}
        className={classes['operator']}
        data={operatorChoices(type, leaf.operator)}
        value={absent ? notSet : leaf.operator}
        onChange={(operator) =>
          onChange(operator === notSet ? absence(leaf.attribute) : withOperator(leaf, Operator.parse(operator)))
        }
        allowDeselect={false}
        searchable
        comboboxProps={{ width: 240, position: 'bottom-start' }}
      />
      {absent ? null : <ValueField leaf={leaf} label={label} onChange={onChange} />}
      {leaf.values.length > shownValues && segmentOf(leaf) !== null ? (
        <MakeSegment leaf={leaf} onMade={(segment) => onChange(membership(segment, true))} />
      ) : null}
      {family === 'text' ? (
        <Checkbox
          size="xs"
          className={classes['case']}
          label="ignore case"
          checked={leaf.ignoreCase === true}
          onChange={(event) => {
            const { ignoreCase: _, ...rest } = leaf
            onChange(event.currentTarget.checked ? { ...rest, ignoreCase: true } : rest)
          }}
        />
      ) : null}
    </>
  )
}
