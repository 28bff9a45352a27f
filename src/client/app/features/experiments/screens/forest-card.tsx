import type { ReactNode } from 'react'
import type { ExperimentResults } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { relativeFigure } from '../../../../../shared/text/verdict/figures.ts'
import { Forest } from '../../../components/charts/forest.tsx'
import { SeriesSign } from '../../../components/charts/series-marks.tsx'
import { armsOf, forestOf } from './reading.ts'
import { ResultCard } from './result-card.tsx'
import classes from './results.module.css'

/** All metrics on one axis. Selecting one shows it over time and by variant. */
export function ForestCard(props: {
  results: ExperimentResults
  colours: ReadonlyMap<string, string>
  chosen: string
  onChoose: (metric: string) => void
}): ReactNode {
  const { results, colours, chosen, onChoose } = props
  const { control, others } = armsOf(results)
  const series = others.map((name) => ({ name, colour: colours.get(name) ?? 'var(--fanion-on)' }))
  return (
    <ResultCard
      title="All metrics"
      note={`difference from ${control}`}
      aside={
        <ul className={classes['signs']} aria-label="Variants">
          {series.map(({ name, colour }, at) => (
            <li key={name}>
              <SeriesSign at={at} colour={colour} />
              {name}
            </li>
          ))}
        </ul>
      }
    >
      <Forest
        label={`Every metric compared with ${control}; right is better`}
        what="Metric"
        series={series}
        groups={forestOf(results)}
        format={relativeFigure}
        chosen={chosen}
        onChoose={onChoose}
      />
    </ResultCard>
  )
}
