import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Usage } from '../../../../shared/schemas/insights.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import '../variants/palette.css'
import { Pictured } from '../../components/charts/pictured.tsx'
import { type Layer, StackedAreas } from '../../components/charts/stacked-areas.tsx'
import { shortTime } from '../../components/time-text.tsx'
import { timeTicks } from '../../components/time-ticks.ts'
import { slotColour } from '../variants/variant-slots.ts'
import { trafficLayers } from './traffic-layers.ts'
import classes from './variant-traffic.module.css'

/**
 * How often each variant of a flag was given over time, as counts or as shares. Variants have the colours they have
 * everywhere; the dashed lines are what was published.
 */
export function VariantTraffic(props: {
  usage: Usage
  type: string
  variants: readonly string[]
  label: string
  marks?: readonly { atMs: number; name: string }[]
}): ReactNode {
  const { usage, type, variants, label, marks = [] } = props
  const [asShares, setAsShares] = useState(false)
  const layers = trafficLayers(usage, { type, variants }).map(
    ({ name, slot, counts }): Layer => ({ name, colour: slotColour(slot), values: counts }),
  )
  const stepsMs = usage.steps.map((step) => Date.parse(step))
  const stepNames = usage.steps.map((step) => shortTime(step))
  const [from = 0, until = 0] = [stepsMs[0], stepsMs.at(-1)]
  return (
    <Pictured
      finding={label}
      numbers={{
        columns: ['From', ...layers.map(({ name }) => name)],
        rows: stepNames
          .map((name, at) => [
            name,
            ...layers.map(({ values }) => values[at]?.toLocaleString(readerLocale) ?? 'no data'),
          ])
          .toReversed(),
      }}
      aside={
        <>
          <ul className={classes['legend']}>
            {layers.map(({ name, colour }) => (
              <li key={name}>
                <i style={{ background: colour }} aria-hidden />
                {name}
              </li>
            ))}
          </ul>
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
        height={240}
        marks={marks}
      />
    </Pictured>
  )
}
