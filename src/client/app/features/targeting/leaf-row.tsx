import { Autocomplete, Checkbox, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { operatorFacts } from '../../../../shared/operators.ts'
import { type Leaf, Operator } from '../../../../shared/schemas/condition.ts'
import classes from './condition-editor.module.css'
import { operatorChoices } from './operator-choices.ts'
import { withOperator } from './rows.ts'
import { useDeclaredType } from './use-attribute-names.ts'
import { ValueField } from './value-field.tsx'

/** A test of one attribute: what, how, with which values. */
export function LeafRow(props: {
  leaf: Leaf
  label: string
  attributes: readonly string[]
  onChange: (leaf: Leaf) => void
}): ReactNode {
  const { leaf, label, attributes, onChange } = props
  const { family } = operatorFacts[leaf.operator]
  const type = useDeclaredType(leaf.attribute)
  return (
    <>
      <Autocomplete
        aria-label={`${label}, attribute`}
        className={classes['attribute']}
        placeholder="country"
        data={[...attributes]}
        value={leaf.attribute}
        onChange={(attribute) => onChange({ ...leaf, attribute })}
        autoFocus={leaf.attribute === ''}
        spellCheck={false}
      />
      <Select
        aria-label={`${label}, operator`}
        className={classes['operator']}
        data={operatorChoices(type, leaf.operator)}
        value={leaf.operator}
        onChange={(operator) => onChange(withOperator(leaf, Operator.parse(operator)))}
        allowDeselect={false}
        searchable
        comboboxProps={{ width: 240, position: 'bottom-start' }}
      />
      <ValueField leaf={leaf} label={label} onChange={onChange} />
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
