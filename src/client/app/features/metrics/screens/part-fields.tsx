import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TrackedEvent } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { readWhere } from './metric-form.ts'
import classes from './metrics.module.css'

/** Selects an event, a filter for its rows, and whether to count rows or sum values. */
export function PartFields(props: {
  label: string
  events: readonly TrackedEvent[]
  event: string
  where: string
  /** Null if there is no choice. */
  take: 'count' | 'sum' | null
  problem: string | null
  onChange: (part: { event?: string; where?: string; take?: 'count' | 'sum' }) => void
}): ReactNode {
  const { label, events, event, where, take, problem, onChange } = props
  const read = readWhere(where)
  const properties = Object.entries(events.find(({ key }) => key === event)?.properties ?? {})
  const [name, kind] = properties[0] ?? ['value', 'number']
  const sample = typeof kind === 'string' ? (kind === 'number' ? 'is at least 3' : 'is true') : `is ${kind[0]}`
  return (
    <div className={classes['row']}>
      <NativeSelect
        label={label}
        value={event}
        onChange={({ currentTarget }) => onChange({ event: currentTarget.value })}
        data={events.map((one) => ({ value: one.key, label: one.name }))}
      />
      {take === null ? null : (
        <NativeSelect
          label="Take"
          value={take}
          onChange={({ currentTarget }) => onChange({ take: currentTarget.value === 'sum' ? 'sum' : 'count' })}
          data={[
            { value: 'count', label: 'their number' },
            { value: 'sum', label: 'their values' },
          ]}
        />
      )}
      <TextInput
        label="Only where"
        placeholder={`${name} ${sample}`}
        autoComplete="off"
        spellCheck={false}
        value={where}
        onChange={({ currentTarget }) => onChange({ where: currentTarget.value })}
        error={'problem' in read ? read.problem : problem}
      />
    </div>
  )
}
