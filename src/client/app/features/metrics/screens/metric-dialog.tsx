import { Button, Modal, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Measure, MetricDefinition } from '../../../../../shared/features/metrics/schemas/metric.ts'
import { CreateMetricInput, type Metric } from '../../../../../shared/features/metrics/schemas/metric-catalogue.ts'
import type { TrackedEvent } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../../../shared/limits.ts'
import { metricSentence } from '../../../../../shared/text/metric/metric-text.ts'
import { holdText } from '../../../../../shared/text/time/hold-text.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { NameAndKey } from '../../../components/name-and-key.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { done } from '../../../components/toast.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { readFirst } from '../../environments/read-first.ts'
import { definitionOf, formOf, type MetricForm, readWhere } from './metric-form.ts'
import { MetricMore } from './metric-more.tsx'
import { kindWords } from './metric-words.ts'
import classes from './metrics.module.css'
import { PartFields } from './part-fields.tsx'
import { Preview } from './preview.tsx'

const lengths = ['PT30M', 'PT1H', 'PT6H', 'P1D', 'P3D', 'P7D', 'P14D', 'P28D']
const begins = ['P0D', 'P1D', 'P3D', 'P7D', 'P14D']
const lags = ['PT0M', 'PT10M', 'PT1H', 'P1D', 'P3D']

const choices = (known: readonly string[], chosen: string) =>
  (known.includes(chosen) ? known : [chosen, ...known]).map((value) => ({
    value,
    label: holdText(value) || 'immediately',
  }))

/** Creates or edits a metric. Describes it in a sentence and previews its value while the user types. */
export function MetricDialog(props: {
  project: string
  metric: Metric | null
  events: readonly TrackedEvent[]
  onClose: () => void
}): ReactNode {
  const { project, metric, onClose } = props
  const events = props.events.filter(({ archivedAt }) => archivedAt === null)
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [ownKey, setKey] = useState(metric?.key ?? '')
  const [form, setForm] = useState(() => formOf(metric?.definition ?? null, events[0]?.key ?? ''))
  const set = (change: Partial<MetricForm>) => setForm((old) => ({ ...old, ...change }))
  const utils = trpc.useUtils()
  const onSuccess = async (saved: Metric) => {
    onClose()
    await utils.metrics.invalidate()
    done(metric === null ? `Created ${saved.key}` : `Saved ${saved.key}, version ${saved.version}`)
  }
  const create = trpc.metrics.create.useMutation({ onSuccess })
  const update = trpc.metrics.update.useMutation({ onSuccess })
  const error = create.error ?? update.error
  const refusal = error ? refusalOf(error) : null
  const problems = useProblems(refusal)
  const definition = definitionOf(form)
  const readable = [form.where, form.kind === 'ratio' ? form.underWhere : ''].every(
    (typed) => 'where' in readWhere(typed),
  )
  const [settled] = useDebouncedValue(JSON.stringify(definition), 500)
  const shown = MetricDefinition.safeParse(JSON.parse(settled))
  const named = MetricDefinition.safeParse({ ...(JSON.parse(settled) as object), name: form.name || 'Metric' })
  const environment = readFirst(environments, chosen ?? undefined)?.key
  const send = () => {
    if (create.isPending || update.isPending || !readable) return
    const input = { project, key: ownKey, definition }
    // Safe: the form was validated with the same schema.
    if (!problems.fits(CreateMetricInput, input)) return
    const fitting = MetricDefinition.parse(definition)
    if (metric === null) create.mutate({ project, key: ownKey, definition: fitting })
    else update.mutate({ project, metric: metric.key, definition: fitting })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  useShortcut('mod+Enter', metric === null ? 'Create metric' : 'Save metric', send)
  const at = (field: string) => problems.at(`definition.${field}`)
  const { kind } = form
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={metric === null ? 'Create metric' : `Edit ${metric.definition.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate className={classes['form']}>
        {metric === null ? (
          <NameAndKey
            value={{ name: form.name, key: ownKey }}
            onChange={({ name, key }) => {
              set({ name })
              setKey(key)
            }}
            placeholder="Checkout errors"
            maxKeyLength={limits.nameLength}
            nameError={at('name') ?? undefined}
            keyError={problems.at('key') ?? undefined}
          />
        ) : (
          <TextInput
            label="Name"
            autoComplete="off"
            data-autofocus
            maxLength={limits.nameLength}
            value={form.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={at('name')}
          />
        )}
        <NativeSelect
          label="What it measures"
          value={kind}
          onChange={({ currentTarget }) => set({ kind: currentTarget.value as MetricForm['kind'] })}
          data={Measure.options.map(({ shape }) => ({ value: shape.kind.value, label: kindWords[shape.kind.value] }))}
        />
        <PartFields
          label="Event"
          events={events}
          event={form.event}
          where={form.where}
          take={kind === 'ratio' ? form.take : null}
          problem={at(kind === 'ratio' ? 'measure.over' : 'measure.of')}
          onChange={set}
        />
        {kind === 'ratio' ? (
          <PartFields
            label="Per event"
            events={events}
            event={form.underEvent}
            where={form.underWhere}
            take={form.underTake}
            problem={at('measure.under')}
            onChange={({ event, where, take }) =>
              set({
                ...(event !== undefined && { underEvent: event }),
                ...(where !== undefined && { underWhere: where }),
                ...(take !== undefined && { underTake: take }),
              })
            }
          />
        ) : null}
        {kind === 'proportion' ? (
          <NumberInput
            label="At least so many times"
            min={1}
            max={1_000}
            value={form.atLeast}
            onChange={(value) => set({ atLeast: Number(value) })}
            error={at('measure.atLeast')}
          />
        ) : null}
        {kind === 'quantile' ? (
          <div className={classes['row']}>
            <NumberInput
              label="Percentile"
              min={0.1}
              max={99.99}
              decimalScale={2}
              value={form.percentile}
              onChange={(value) => set({ percentile: Number(value) })}
              error={at('measure.at')}
            />
            <NativeSelect
              label="Of"
              value={form.each}
              onChange={({ currentTarget }) => set({ each: currentTarget.value === 'unit' ? 'unit' : 'event' })}
              data={[
                { value: 'event', label: 'each event’s value' },
                { value: 'unit', label: 'each user’s total value' },
              ]}
            />
          </div>
        ) : null}
        <div className={classes['row']}>
          <NativeSelect
            label="Better is"
            value={form.better}
            onChange={({ currentTarget }) => set({ better: currentTarget.value === 'less' ? 'less' : 'more' })}
            data={[
              { value: 'more', label: 'more' },
              { value: 'less', label: 'less' },
            ]}
          />
          <NativeSelect
            label="Counts what is sent by"
            value={form.from}
            onChange={({ currentTarget }) => set({ from: currentTarget.value === 'servers' ? 'servers' : 'anyone' })}
            data={[
              { value: 'anyone', label: 'servers and pages' },
              { value: 'servers', label: 'servers only' },
            ]}
          />
        </div>
        <div className={classes['row']}>
          <NativeSelect
            label="Within"
            description="After the first exposure"
            value={form.length}
            onChange={({ currentTarget }) => set({ length: currentTarget.value })}
            data={choices(lengths, form.length)}
          />
          <NativeSelect
            label="From"
            description="After the first exposure"
            value={form.begins}
            onChange={({ currentTarget }) => set({ begins: currentTarget.value })}
            data={choices(begins, form.begins)}
          />
          <NativeSelect
            label="Events may be late by"
            description="Waited for before it counts"
            value={form.lag}
            onChange={({ currentTarget }) => set({ lag: currentTarget.value })}
            data={choices(lags, form.lag)}
          />
        </div>
        <Textarea
          label="Description"
          autosize
          maxRows={6}
          maxLength={limits.descriptionLength}
          value={form.description}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <MetricMore form={form} onChange={set} at={at} />
        <section className={classes['preview']} aria-label="Preview">
          <p className={classes['sentence']}>{named.success ? metricSentence(named.data) : ''}</p>
          {named.success && readable && environment !== undefined && form.event !== '' ? (
            <Preview
              project={project}
              environment={environment}
              definition={shown.success ? shown.data : named.data}
              events={events}
              days={false}
            />
          ) : null}
          <NativeSelect
            aria-label="Environment of the preview"
            value={environment ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={environments.map(({ key, name }) => ({ value: key, label: name }))}
          />
        </section>
        <FormError refusal={refusal} fields={['key', 'definition.name']} />
        <div>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {metric === null ? 'Create metric' : 'Save'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
