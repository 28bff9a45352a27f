import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Days } from '../../components/days.ts'
import classes from './event-filter.module.css'

export type Choice = { value: string; label: string }
export type EventFilterValue = Days & {
  who?: string | undefined
  what?: string | undefined
  project?: string | undefined
  env?: string | undefined
}

/** Filters for a list of audit events. Keeps a selected value that is not in the list, for example one from the URL. */
export function EventFilter(props: {
  label: string
  value: EventFilterValue
  people: readonly Choice[]
  acts: readonly Choice[]
  /** Omitted if the list belongs to one project. */
  projects?: readonly Choice[]
  environments: readonly Choice[]
  onChange: (part: EventFilterValue) => void
}): ReactNode {
  const { label, value, people, acts, projects, environments, onChange } = props
  return (
    <div className={classes['filters']} role="group" aria-label={label}>
      <Choose
        label="Who"
        none="Anyone"
        data={people}
        value={value.who}
        unknown="This person"
        onChange={(who) => onChange({ who })}
      />
      <Choose
        label="Action"
        none="Any action"
        data={acts}
        value={value.what}
        searchable
        onChange={(what) => onChange({ what })}
      />
      {projects === undefined ? null : (
        <Choose
          label="Project"
          none="All projects"
          data={projects}
          value={value.project}
          onChange={(project) => onChange({ project, env: undefined })}
        />
      )}
      {projects !== undefined && value.project === undefined ? null : (
        <Choose
          label="Environment"
          none="All environments"
          data={environments}
          value={value.env}
          onChange={(env) => onChange({ env })}
        />
      )}
      <TextInput
        type="date"
        aria-label="From date"
        leftSection="from"
        leftSectionWidth={46}
        value={value.from ?? ''}
        max={value.to}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        aria-label="To date"
        leftSection="to"
        leftSectionWidth={32}
        value={value.to ?? ''}
        min={value.from}
        onChange={(event) => onChange({ to: event.currentTarget.value || undefined })}
      />
    </div>
  )
}

function Choose(props: {
  label: string
  /** Placeholder while nothing is selected. */
  none: string
  data: readonly Choice[]
  value: string | undefined
  /** Label of a selected value that is not in the list. */
  unknown?: string
  searchable?: boolean
  onChange: (value: string | undefined) => void
}): ReactNode {
  const { label, none, data, value, unknown, searchable, onChange } = props
  const known = value === undefined || data.some((one) => one.value === value)
  return (
    <Select
      aria-label={label}
      placeholder={none}
      data={known ? [...data] : [...data, { value, label: unknown ?? value }]}
      value={value ?? null}
      searchable={searchable === true}
      clearable
      clearButtonProps={{ 'aria-label': none }}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}
