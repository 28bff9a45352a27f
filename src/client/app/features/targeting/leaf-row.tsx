import { Autocomplete, Checkbox, Select } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import type { AttributeType } from '../../../../shared/features/attributes/schemas/attribute.ts'
import { operatorFacts } from '../../../../shared/operators.ts'
import { type Condition, type Leaf, Operator } from '../../../../shared/schemas/condition.ts'
import { shownValues } from '../../../../shared/text/collapse.ts'
import { useEventCallback } from '../../components/use-event-callback.ts'
import classes from './condition-editor.module.css'
import { MakeSegment } from './make-segment.tsx'
import { notSet, operatorChoices } from './operator-choices.ts'
import { absence, membership, withOperator } from './rows.ts'
import { segmentOf } from './segment-of.ts'
import { useDeclaredType } from './use-attribute-names.ts'
import { ValueField } from './value-field.tsx'

/** Suggested even if it is not declared, because every context may have it. */
const always = 'targetingKey'

/** Edits a test of one attribute. `absent` means the test that it is not set. */
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
  const name = useEventCallback((attribute: string) => onChange(absent ? absence(attribute) : { ...leaf, attribute }))
  const operate = useEventCallback((operator: string | null) =>
    onChange(operator === notSet ? absence(leaf.attribute) : withOperator(leaf, Operator.parse(operator))),
  )
  return (
    <>
      <AttributeField attribute={leaf.attribute} label={label} attributes={attributes} onChange={name} />
      <OperatorField operator={leaf.operator} absent={absent} type={type} label={label} onChange={operate} />
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

const AttributeField = memo(function AttributeField(props: {
  attribute: string
  label: string
  attributes: readonly string[]
  onChange: (attribute: string) => void
}): ReactNode {
  const { attribute, label, attributes, onChange } = props
  return (
    <Autocomplete
      aria-label={`${label}, attribute`}
      className={classes['attribute']}
      placeholder="country"
      data={[...new Set([...attributes, always])]}
      value={attribute}
      onChange={onChange}
      autoFocus={attribute === ''}
      spellCheck={false}
    />
  )
})

const OperatorField = memo(function OperatorField(props: {
  operator: Operator
  absent: boolean
  type: AttributeType | undefined
  label: string
  onChange: (operator: string | null) => void
}): ReactNode {
  const { operator, absent, type, label, onChange } = props
  return (
    <Select
      aria-label={`${label}, operator`}
      className={classes['operator']}
      data={operatorChoices(type, operator)}
      value={absent ? notSet : operator}
      onChange={onChange}
      allowDeselect={false}
      searchable
      comboboxProps={{ width: 240, position: 'bottom-start' }}
    />
  )
})
