import { ActionIcon, MultiSelect, NativeSelect, NumberInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ExperimentGuard } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type { Metric } from '../../../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { limits } from '../../../../../shared/limits.ts'
import classes from './setup.module.css'
import type { SetupForm } from './setup-form.ts'

export function MetricFields(props: {
  project: string
  form: SetupForm
  metrics: readonly Metric[]
  at: (field: string) => string | null
  onChange: (change: Partial<SetupForm>) => void
}): ReactNode {
  const { project, form, metrics, at, onChange } = props
  const { primary, secondary, guards } = form
  const usable = metrics.filter(({ archivedAt }) => archivedAt === null)
  const taken = new Set([...primary, ...secondary, ...guards.map(({ metric }) => metric)])
  const named = (key: string) => metrics.find((one) => one.key === key)?.definition.name ?? key
  const options = (mine: readonly string[]) => [
    ...usable
      .filter(({ key }) => mine.includes(key) || !taken.has(key))
      .map(({ key }) => ({ value: key, label: named(key) })),
    ...mine.filter((key) => !usable.some((one) => one.key === key)).map((value) => ({ value, label: value })),
  ]
  const free = usable.filter(({ key }) => !taken.has(key))
  const setGuard = (metric: string, next: ExperimentGuard | null) =>
    onChange({ guards: guards.flatMap((one) => (one.metric === metric ? (next === null ? [] : [next]) : [one])) })
  if (usable.length === 0)
    return (
      <p className={classes['lead']}>
        There are no metrics to compare by yet.{' '}
        <Link to="/p/$project/metrics" params={{ project }}>
          Create one
        </Link>
      </p>
    )
  return (
    <>
      <MultiSelect
        label="Primary"
        description="These decide. One is best: with two or three, each needs a clearer difference."
        placeholder={primary.length === 0 ? 'Choose what should get better' : ''}
        data={options(primary)}
        value={[...primary]}
        maxValues={limits.primaryMetrics}
        onChange={(next) => onChange({ primary: next })}
        error={at('setup.primary')}
        searchable
        hidePickedOptions
      />
      <MultiSelect
        label="Secondary"
        description="Shown beside the primary ones; they decide nothing."
        placeholder={secondary.length === 0 ? 'What else you want to see' : ''}
        data={options(secondary)}
        value={[...secondary]}
        maxValues={limits.secondaryMetrics}
        onChange={(next) => onChange({ secondary: next })}
        error={at('setup.secondary')}
        searchable
        hidePickedOptions
      />
      <fieldset className={classes['guards']}>
        <legend>Guardrails</legend>
        <p className={classes['lead']}>
          What may not get worse, such as errors. One can stop the experiment by itself.
        </p>
        {guards.map((guard) => {
          const { metric, margin, then } = guard
          const { margin: _, ...plain } = guard
          return (
            <div key={metric} className={classes['guard']} role="group" aria-label={`Guardrail ${named(metric)}`}>
              <strong>{named(metric)}</strong>
              <NumberInput
                label="Worse by this much is fine"
                suffix="%"
                min={0}
                max={99}
                decimalScale={1}
                placeholder="as the metric says"
                value={margin === undefined ? '' : Number((margin * 100).toFixed(3))}
                onChange={(value) =>
                  setGuard(metric, value === '' ? plain : { ...plain, margin: Math.min(0.99, Number(value) / 100) })
                }
              />
              <NativeSelect
                label="If it gets worse"
                value={then}
                onChange={({ currentTarget }) =>
                  setGuard(metric, { ...guard, then: currentTarget.value === 'stop' ? 'stop' : 'tell' })
                }
                data={[
                  { value: 'tell', label: 'tell me' },
                  { value: 'stop', label: 'stop the experiment' },
                ]}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove guardrail ${named(metric)}`}
                onClick={() => setGuard(metric, null)}
              >
                <IconX size={15} />
              </ActionIcon>
            </div>
          )
        })}
        {free.length === 0 || guards.length >= limits.guardsPerExperiment ? null : (
          <NativeSelect
            aria-label="Add guardrail"
            className={classes['adder']}
            value=""
            onChange={({ currentTarget: { value } }) => {
              if (value !== '') onChange({ guards: [...guards, { metric: value, then: 'tell' }] })
            }}
            data={[
              { value: '', label: 'Add guardrail' },
              ...free.map(({ key }) => ({ value: key, label: named(key) })),
            ]}
          />
        )}
        {at('setup.guards') === null ? null : <p className={classes['problem']}>{at('setup.guards')}</p>}
      </fieldset>
    </>
  )
}
