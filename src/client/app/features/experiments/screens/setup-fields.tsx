import { Textarea } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { FlagPage } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { limits } from '../../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import { trpc } from '../../../trpc.ts'
import { knownVariants, variantSlots } from '../../variants/variant-slots.ts'
import { ArmsFields } from './arms-fields.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { ForecastCard } from './forecast-card.tsx'
import { MetricFields } from './metric-fields.tsx'
import { PlanFields } from './plan-fields.tsx'
import classes from './setup.module.css'
import type { SetupForm } from './setup-form.ts'

/** Form of an experiment with its forecast. `head` is above the fields, `foot` below. */
export function SetupFields(props: {
  project: string
  environment: string
  page: FlagPage
  document: FlagDocument
  form: SetupForm
  at: (field: string) => string | null
  onChange: (change: Partial<SetupForm>) => void
  head?: ReactNode
  foot: ReactNode
}): ReactNode {
  const { project, environment, page, document, form, at, onChange, head, foot } = props
  const metrics = trpc.metrics.list.useQuery({ project }).data ?? []
  const slots = useMemo(() => variantSlots(document, knownVariants(page)), [document, page])
  return (
    <div className={classes['page']}>
      <div className={classes['fields']}>
        <section className={classes['card']} aria-labelledby="experiment-question">
          <h2 id="experiment-question">Question</h2>
          {head}
          <Textarea
            label="Hypothesis"
            placeholder="Saying “Pay now” makes more people finish."
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.messageLength}
            value={form.hypothesis}
            onChange={({ currentTarget }) => onChange({ hypothesis: currentTarget.value })}
            error={at('setup.hypothesis')}
          />
        </section>
        <section className={classes['card']} aria-labelledby="experiment-metrics">
          <h2 id="experiment-metrics">Metrics</h2>
          <MetricFields project={project} form={form} metrics={metrics} at={at} onChange={onChange} />
        </section>
        <section className={classes['card']} aria-labelledby="experiment-variants">
          <h2 id="experiment-variants">Variants</h2>
          <ArmsFields
            arms={form.arms}
            variants={Object.keys(document.variants)}
            slots={slots}
            error={at('setup.arms')}
            onChange={(arms) => onChange({ arms })}
          />
        </section>
        <section className={classes['card']} aria-labelledby="experiment-who">
          <h2 id="experiment-who">Who takes part</h2>
          <AudienceFields project={project} form={form} document={document} at={at} onChange={onChange} />
        </section>
        <section className={classes['card']} aria-labelledby="experiment-plan">
          <h2 id="experiment-plan">Plan</h2>
          <PlanFields form={form} at={at} onChange={onChange} />
        </section>
        <div className={classes['foot']}>{foot}</div>
      </div>
      <aside className={classes['side']}>
        <section className={classes['card']} aria-labelledby="experiment-outlook">
          <h2 id="experiment-outlook">What it can find</h2>
          <ForecastCard project={project} environment={environment} form={form} metrics={metrics} />
        </section>
      </aside>
    </div>
  )
}
