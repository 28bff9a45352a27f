import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { MetricDefinition } from '../../../../../shared/features/metrics/schemas/metric.ts'
import type { TrackedEvent } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { metricSentence } from '../../../../../shared/text/metric/metric-text.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './metrics.module.css'
import { type Start, starts } from './starts.ts'

/** Metric templates. One click declares the events and creates the metric. */
export function Starts({ project, events }: { project: string; events: readonly TrackedEvent[] }): ReactNode {
  const utils = trpc.useUtils()
  const save = trpc.events.save.useMutation()
  const create = trpc.metrics.create.useMutation()
  const take = async ({ events: needed, metric }: Start) => {
    try {
      for (const event of needed)
        if (!events.some(({ key }) => key === event.key)) await save.mutateAsync({ project, ...event })
      await create.mutateAsync({ project, ...metric })
      done(`Created ${metric.key}`)
    } catch (error) {
      failed(`Couldn’t create ${metric.key}`, refusalOf(error))
    }
    await Promise.all([utils.metrics.invalidate(), utils.events.invalidate()])
  }
  return (
    <ul className={classes['starts']} aria-label="Metrics to begin with">
      {starts.map((start) => {
        const definition = MetricDefinition.parse(start.metric.definition)
        return (
          <li key={start.metric.key}>
            <p className={classes['sentence']}>{definition.name}</p>
            <p className={classes['note']}>{metricSentence(definition)}</p>
            <CodeBlock
              label={definition.name}
              code={start.code}
              actions={<CopyButton text={start.code} label="Copy code" />}
            />
            <span>
              <Button
                variant="default"
                size="compact-sm"
                loading={save.isPending || create.isPending}
                onClick={() => void take(start)}
              >
                {`Use ${definition.name}`}
              </Button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
