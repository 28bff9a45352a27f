import type { ReactNode } from 'react'
import type { ExperimentUserCounts } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { ChartFigure } from '../../../components/charts/chart-figure.tsx'
import { DailyBars } from '../../../components/charts/daily-bars.tsx'
import { Legend, numbersOf } from '../../../components/charts/legend.tsx'
import { type Slot, slotColour, slotOf } from '../../variants/variant-slots.ts'
import { byWeeks } from './by-weeks.ts'

const day = new Intl.DateTimeFormat(readerLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Maximum number of bars. Longer periods are shown by week. */
const most = 45

export function DailyUsers(props: { people: ExperimentUserCounts; slots: ReadonlyMap<string, Slot> }): ReactNode {
  const { people, slots } = props
  const weekly = people.days.length > most
  const steps = weekly ? byWeeks(people.days) : people.days
  const stepNames = steps.map((step) => day.format(new Date(`${step.day}T00:00Z`)))
  const layers = people.arms.map((arm, at) => ({
    ...{ name: arm, colour: slotColour(slotOf(slots, arm)) },
    values: steps.map(({ units }) => units[at] ?? 0),
  }))
  const finding = `${weekly ? 'New users each week' : 'New users each day (UTC)'} in each variant.`
  return (
    <ChartFigure
      finding={finding}
      numbers={numbersOf(weekly ? 'Week from' : 'Day (UTC)', stepNames, layers)}
      aside={<Legend layers={layers} />}
    >
      <DailyBars label={finding} layers={layers} stepNames={stepNames} height={220} />
    </ChartFigure>
  )
}
