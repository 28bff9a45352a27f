import { Autocomplete, Checkbox, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Leaf, Operator } from '../../../../shared/schemas/condition.ts'
import { type OperatorWords, operatorLabel, operatorWords } from '../../../../shared/words/operator.ts'
import classes from './condition-editor.module.css'
import { withOperator } from './rows.ts'
import { ValueField } from './value-field.tsx'

const families: Record<OperatorWords['family'], string> = {
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

const choices = keysOf(families).map((family) => ({
  group: families[family],
  items: Operator.options
    .filter((operator) => operatorWords[operator].family === family)
    .map((operator) => ({ value: operator, label: operatorLabel(operator) })),
}))

/** A test of one attribute: what, how, with which values. */
export function LeafRow(props: {
  leaf: Leaf
  label: string
  attributes: readonly string[]
  onChange: (leaf: Leaf) => void
}): ReactNode {
  const { leaf, label, attributes, onChange } = props
  const { family } = operatorWords[leaf.operator]
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
        data={choices}
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
