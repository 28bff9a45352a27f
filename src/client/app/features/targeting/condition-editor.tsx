import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { Condition } from '../../../../shared/schemas/condition.ts'
import { conditionText } from '../../../../shared/text/rules/condition.ts'
import { useEventCallback } from '../../components/use-event-callback.ts'
import classes from './condition-editor.module.css'
import { LeafRow } from './leaf-row.tsx'
import { absenceOf, conditionOf, emptyLeaf, isLeaf, membership, membershipOf, rowsOf } from './rows.ts'
import { SegmentContents } from './segment-contents.tsx'
import { Sentence } from './sentence.tsx'

type Suggestions = { attributes: readonly string[]; segments: readonly string[] }

/** Words before the first condition and before the following ones. */
const jointText = { and: { first: 'when', next: 'and' }, or: { first: 'either', next: 'or' } }

/** Edits a condition line by line. All lines must match; a group of alternatives is one line. */
export const ConditionEditor = memo(function ConditionEditor(
  props: { label: string; condition: Condition; onChange: (condition: Condition) => void } & Suggestions,
): ReactNode {
  const { label, condition, onChange, attributes, segments } = props
  const rows = rowsOf(condition)
  return (
    <Rows
      label={label}
      rows={rows}
      joint="and"
      onChange={(next) => onChange(conditionOf(next))}
      attributes={attributes}
      segments={segments}
    />
  )
})

function Rows(
  props: {
    label: string
    rows: readonly Condition[]
    joint: 'and' | 'or'
    onChange: (rows: Condition[]) => void
  } & Suggestions,
): ReactNode {
  const { label, rows, joint, onChange, attributes, segments } = props
  const set = useEventCallback((at: number, row: Condition) => onChange(rows.map((old, i) => (i === at ? row : old))))
  const add = (row: Condition) => onChange([...rows, row])
  return (
    <div className={classes['rows']}>
      {rows.map((row, i) => {
        const name = `${label}, condition ${i + 1}`
        return (
          // Lines have no id other than their position
          // oxlint-disable-next-line react/no-array-index-key
          <div key={i} className={classes['row']} role="group" aria-label={name}>
            <span className={classes['joint']}>{jointText[joint][i === 0 ? 'first' : 'next']}</span>
            <Row row={row} at={i} name={name} onSet={set} attributes={attributes} segments={segments} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              className={classes['remove']}
              aria-label={`Remove ${name}`}
              onClick={() => onChange(rows.filter((_, other) => other !== i))}
            >
              <IconX size={15} />
            </ActionIcon>
          </div>
        )
      })}
      <div className={classes['add']}>
        <span className={classes['joint']}>{rows.length === 0 ? 'everyone' : ''}</span>
        <Add label="condition" onClick={() => add(emptyLeaf())} />
        {segments.length === 0 ? null : <Add label="segment" onClick={() => add({ segment: segments[0] ?? '' })} />}
        {joint === 'and' && rows.length > 0 ? (
          <Add label="or group" onClick={() => add({ any: [emptyLeaf(attributes[0]), emptyLeaf()] })} />
        ) : null}
      </div>
    </div>
  )
}

function Add({ label, onClick }: { label: string; onClick: () => void }): ReactNode {
  return (
    <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={13} />} onClick={onClick}>
      {label}
    </Button>
  )
}

/**
 * One line with fields for its kind of test; tests without fields are shown as text. Memoized, because other lines may
 * have long lists of values.
 */
const Row = memo(function Row(
  props: { row: Condition; at: number; name: string; onSet: (at: number, row: Condition) => void } & Suggestions,
): ReactNode {
  const { row, at, name, onSet, attributes, segments } = props
  const onChange = useEventCallback((next: Condition) => onSet(at, next))
  if (isLeaf(row)) return <LeafRow leaf={row} label={name} attributes={attributes} onChange={onChange} />
  const unset = absenceOf(row)
  if (unset !== null)
    return (
      <LeafRow
        leaf={{ attribute: unset, operator: 'exists', values: [] }}
        absent
        label={name}
        attributes={attributes}
        onChange={onChange}
      />
    )
  const member = membershipOf(row)
  if (member !== null)
    return (
      <>
        <Select
          aria-label={`${name}, membership`}
          className={classes['operator']}
          data={[
            { value: 'inside', label: 'in segment' },
            { value: 'outside', label: 'not in segment' },
          ]}
          value={member.inside ? 'inside' : 'outside'}
          onChange={(chosen) => onChange(membership(member.segment, chosen === 'inside'))}
          allowDeselect={false}
        />
        <Select
          aria-label={`${name}, segment`}
          className={classes['value']}
          data={[...new Set([...segments, member.segment])]}
          value={member.segment}
          onChange={(segment) => onChange(membership(segment ?? member.segment, member.inside))}
          allowDeselect={false}
          searchable
        />
        <SegmentContents segment={member.segment} />
      </>
    )
  if (row !== true && 'any' in row && row.unknown === undefined)
    return (
      <div className={classes['group']}>
        <Rows
          label={name}
          rows={row.any}
          joint="or"
          onChange={(any) => onChange({ any })}
          attributes={attributes}
          segments={segments}
        />
      </div>
    )
  return (
    <span className={classes['fixed']}>
      <Sentence words={conditionText(row)} />
    </span>
  )
})
