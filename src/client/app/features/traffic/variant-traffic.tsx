import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Usage } from '../../../../shared/features/insights/schemas/insights.ts'
import '../variants/palette.css'
import { ChartFigure, type ChartNumbers } from '../../components/charts/chart-figure.tsx'
import { Legend, numbersOf } from '../../components/charts/legend.tsx'
import { type Layer, StackedAreas } from '../../components/charts/stacked-areas.tsx'
import { shortTime } from '../../components/time-text.tsx'
import { timeTicks } from '../../components/time-ticks.ts'
import { type Slot, slotColour } from '../variants/variant-slots.ts'
import { trafficLayers } from './traffic-layers.ts'

/** Evaluations of a flag by variant over time, as counts or shares. Dashed lines mark revisions. */
export function VariantTraffic(props: {
  usage: Usage
  slots: ReadonlyMap<string, Slot>
  label: string
  height?: number
  marks?: readonly { atMs: number; name: string }[]
}): ReactNode {
  const { usage, slots, label, marks = [], height = 240 } = props
  const [asShares, setAsShares] = useState(false)
  const layers = trafficLayers(usage, slots).map(
    ({ name, slot, counts }): Layer => ({ name, colour: slotColour(slot), values: counts }),
  )
  const stepsMs = usage.steps.map((step) => Date.parse(step))
  const stepNames = usage.steps.map((step) => shortTime(step))
  const [from = 0, until = 0] = [stepsMs[0], stepsMs.at(-1)]
  return (
    <ChartFigure
      finding={label}
      numbers={newestFirst(numbersOf('From', stepNames, layers))}
      aside={
        <>
          <Legend layers={layers} />
          <SegmentedControl
            aria-label="Count or share"
            size="xs"
            data={['Count', 'Share']}
            value={asShares ? 'Share' : 'Count'}
            onChange={(value) => setAsShares(value === 'Share')}
          />
        </>
      }
    >
      <StackedAreas
        label={label}
        layers={layers}
        stepsMs={stepsMs}
        stepNames={stepNames}
        ticks={timeTicks(from, until, 7)}
        asShares={asShares}
        height={height}
        marks={marks}
      />
    </ChartFigure>
  )
}

const newestFirst = ({ columns, rows }: ChartNumbers): ChartNumbers => ({ columns, rows: rows.toReversed() })
