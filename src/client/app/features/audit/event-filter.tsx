import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Days } from '../../components/days.ts'
import classes from './event-filter.module.css'

export type Choice = { value: string; label: string }
/** What is filtered by: whose acts, which, where, and from one day to another. */
export type EventFilterValue = Days & {
  who?: string | undefined
  what?: string | undefined
  project?: string | undefined
  env?: string | undefined
}

/** The filters of a list of acts. A choice that is not among those known now, such as one from an address, stays. */
export function EventFilter(props: {
  label: string
  value: EventFilterValue
  people: readonly Choice[]
  acts: readonly Choice[]
  /** Left out where the list is about one project. */
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
  /** What it says while nothing is chosen. */
  none: string
  data: readonly Choice[]
  value: string | undefined
  /** How a choice is called that is not among those known. */
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
