import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MetricDefinition } from '../../../../../shared/features/metrics/schemas/metric.ts'
import type { MetricPreview } from '../../../../../shared/features/metrics/schemas/metric-catalogue.ts'
import type { TrackedEvent } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { Sparkline } from '../../../components/sparkline.tsx'
import { Table } from '../../../components/table.tsx'
import { trpc } from '../../../trpc.ts'
import { valueWords } from './metric-words.ts'
import classes from './metrics.module.css'

type Props = {
  project: string
  environment: string
  definition: MetricDefinition
  events: readonly TrackedEvent[]
  /** Adds a row per day. */
  days: boolean
}

/** A metric’s value over the last seven days, for all users with data. */
export function Preview({ project, environment, definition, events, days }: Props): ReactNode {
  const query = trpc.metrics.preview.useQuery(
    { project, environment, definition },
    { placeholderData: keepPreviousData, retry: false },
  )
  if (query.error) return <FormError refusal={refusalOf(query.error)} fields={[]} />
  if (query.data === undefined) return <Skeleton h={days ? 240 : 56} />
  const { measure } = definition
  const event = measure.kind === 'ratio' ? measure.over.event : measure.of.event
  const unit = events.find(({ key }) => key === event)?.value?.unit ?? ''
  const words = (value: number | null) => valueWords(definition, value, unit)
  return (
    <>
      <p className={classes['figure']} role="status">
        <span className={classes['big']}>{words(query.data.whole.value)}</span>
        <Sparkline points={query.data.days.map(({ value }) => value)} width={120} height={28} />
        <span className={classes['quiet']}>{peopleWords(query.data)}</span>
      </p>
      {days ? (
        <Table label="Day by day" columns={['Day (UTC)', 'Value', 'Users', 'With the event']} wraps>
          {query.data.days.toReversed().map(({ day, units, active, value }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{words(value)}</td>
              <td>{counted(units, 'user')}</td>
              <td>{active.toLocaleString(readerLocale)} with it</td>
            </tr>
          ))}
        </Table>
      ) : null}
    </>
  )
}

const peopleWords = ({ whole, robots, share }: MetricPreview): string => {
  if (whole.units === 0) return 'No events in the last 7 days'
  const people = `${counted(whole.units, 'user')} seen in 7 days, ${whole.active.toLocaleString(readerLocale)} with the event`
  const sampled = share < 1 ? `, of a sample of ${Number((share * 100).toPrecision(2))}%` : ''
  return `${people}${sampled}${robots > 0 ? `; ${counted(robots, 'robot')} left out` : ''}`
}
