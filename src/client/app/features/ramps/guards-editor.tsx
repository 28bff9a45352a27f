import { ActionIcon, NativeSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Measure } from '../../../../shared/features/metrics/schemas/metric.ts'
import type { RampGuard } from '../../../../shared/features/ramps/schemas/guard.ts'
import { limits } from '../../../../shared/limits.ts'
import { trpc } from '../../trpc.ts'
import classes from './guards-editor.module.css'

// Not translated: this is PromQL.
const exampleQuery = 'errors{flag="{{flag}}"}'

type Guards = readonly RampGuard[]

const guardable: readonly Measure['kind'][] = ['proportion', 'ratio']

const nameOf = (guard: RampGuard): string => {
  if ('event' in guard) return guard.event
  if ('metric' in guard) return `Metric ${guard.metric}`
  return 'verdict' in guard ? `Verdict of ${guard.verdict}` : `Query of ${guard.prometheus}`
}

/** Edits the guards of a ramp: events and metrics, Prometheus queries, or verdicts of another system. */
export function GuardsEditor(props: {
  project: string
  guards: Guards
  onChange: (guards: Guards) => void
}): ReactNode {
  const { project, guards, onChange } = props
  const [search, setSearch] = useState('')
  const events = trpc.events.list.useQuery({ project }).data ?? []
  const metrics = trpc.metrics.list.useQuery({ project }).data ?? []
  const sources = trpc.guardSources.list.useQuery({ project }).data ?? []
  const choices: readonly { value: string; label: string; guard: RampGuard }[] = [
    ...metrics
      .filter(({ archivedAt, definition }) => archivedAt === null && guardable.includes(definition.measure.kind))
      .map(({ key, definition }) => ({
        value: `metric ${key}`,
        label: definition.name,
        guard: { metric: key, then: 'roll-back' as const },
      })),
    ...events
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ key }) => ({
        value: `event ${key}`,
        label: `Event ${key}`,
        guard: { event: key, worse: 'more' as const, then: 'roll-back' as const },
      })),
    ...sources.map(({ key, kind }) =>
      kind === 'verdict'
        ? { value: `source ${key}`, label: `Verdict of ${key}`, guard: { verdict: key, then: 'pause' as const } }
        : {
            value: `source ${key}`,
            label: `Query of ${key}`,
            guard: { prometheus: key, query: '', is: 'above' as const, limit: 0, then: 'pause' as const },
          },
    ),
  ]
  const edit = (at: number, guard: RampGuard) => onChange(guards.map((one, index) => (index === at ? guard : one)))
  return (
    <section className={classes['guards']} aria-label="Guards">
      {guards.length === 0 ? null : (
        <ul className={classes['list']}>
          {guards.map((guard, at) => (
            // Two guards may be equal
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={classes['guard']}>
              <GuardFields guard={guard} at={at} onChange={(next) => edit(at, next)} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove guard ${at + 1}`}
                onClick={() => onChange(guards.filter((_, index) => index !== at))}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {choices.length === 0 ? (
        <p className={classes['none']}>
          Declare an event under Metrics, and a ramp can stop itself when users of the new variant fare worse.
        </p>
      ) : (
        <Select
          label="Watch"
          description="The ramp stops by itself when this gets worse beyond chance"
          placeholder="Add a guard…"
          value={null}
          searchable
          searchValue={search}
          onSearchChange={setSearch}
          nothingFoundMessage="No metric, event or source by that name"
          disabled={guards.length >= limits.guardsPerRamp}
          onChange={(value) => {
            const chosen = choices.find((one) => one.value === value)
            if (chosen) onChange([...guards, chosen.guard])
            setSearch('')
          }}
          data={choices.map(({ value, label }) => ({ value, label }))}
        />
      )}
    </section>
  )
}

function GuardFields(props: { guard: RampGuard; at: number; onChange: (guard: RampGuard) => void }): ReactNode {
  const { guard, at, onChange } = props
  const then = (
    <NativeSelect
      aria-label={`What guard ${at + 1} does`}
      value={guard.then}
      onChange={(event) => onChange({ ...guard, then: event.currentTarget.value === 'pause' ? 'pause' : 'roll-back' })}
      data={[
        { value: 'roll-back', label: 'undoes the ramp' },
        { value: 'pause', label: 'pauses the ramp' },
      ]}
    />
  )
  return (
    <div className={classes['fields']}>
      <span className={classes['name']}>{nameOf(guard)}</span>
      {'event' in guard ? (
        <NativeSelect
          aria-label={`Which way is worse for guard ${at + 1}`}
          value={guard.worse}
          onChange={(event) => onChange({ ...guard, worse: event.currentTarget.value === 'less' ? 'less' : 'more' })}
          data={[
            { value: 'more', label: 'more is worse' },
            { value: 'less', label: 'fewer is worse' },
          ]}
        />
      ) : null}
      {'prometheus' in guard ? (
        <>
          <TextInput
            className={classes['query']}
            aria-label={`Query of guard ${at + 1}`}
            placeholder={exampleQuery}
            value={guard.query}
            onChange={(event) => onChange({ ...guard, query: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={`Side of the limit of guard ${at + 1}`}
            value={guard.is}
            onChange={(event) => onChange({ ...guard, is: event.currentTarget.value === 'below' ? 'below' : 'above' })}
            data={[
              { value: 'above', label: 'is above' },
              { value: 'below', label: 'is below' },
            ]}
          />
          <NumberInput
            aria-label={`Limit of guard ${at + 1}`}
            value={guard.limit}
            onChange={(value) => onChange({ ...guard, limit: Number(value) })}
          />
        </>
      ) : null}
      {then}
    </div>
  )
}
