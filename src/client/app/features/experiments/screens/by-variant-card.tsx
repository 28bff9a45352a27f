import type { ReactNode } from 'react'
import type {
  ExperimentResults,
  PlannedMetricView,
} from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { limits } from '../../../../../shared/limits.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { Table } from '../../../components/table.tsx'
import { shortTime } from '../../../components/time-text.tsx'
import { ShareBar } from '../../variants/share-bar.tsx'
import { VariantMark } from '../../variants/variant-mark.tsx'
import { type Slot, slotOf } from '../../variants/variant-slots.ts'
import { VerdictMark } from '../verdict-mark.tsx'
import { bandText, differenceText, resultOf, valueText } from './reading.ts'
import { ResultCard } from './result-card.tsx'
import classes from './results.module.css'

/** A share rounded for a table. */
const shareText = (weight: number): string => percent(Math.round(weight / 100) * 100)

export function ByVariantCard(props: {
  results: ExperimentResults
  metric: PlannedMetricView
  slots: ReadonlyMap<string, Slot>
}): ReactNode {
  const { results, metric, slots } = props
  const { arms } = results.plan
  const isAdded = metric.addedAt !== null
  const [control, first] = arms.map(({ variant }) => variant)
  return (
    <ResultCard title="By variant" note={metric.name}>
      <Table
        label={`${metric.name} by variant`}
        columns={['Variant', 'Share', 'Users', metric.name, 'Difference', 'Band', 'Verdict']}
        wraps
      >
        {arms.map(({ variant, weight }, at) => {
          const isControl = variant === control
          const result = resultOf(results.results, metric.key, isControl ? (first ?? '') : variant)
          return (
            <tr key={variant}>
              <th scope="row">
                <VariantMark slot={slotOf(slots, variant)} name={variant} />{' '}
                {isControl ? <span className={classes['note']}>control</span> : null}
              </th>
              <td data-label="Share">
                <span className={classes['share']}>
                  <ShareBar
                    size={6}
                    shares={[
                      { key: variant, slot: slotOf(slots, variant), size: weight },
                      { key: '', slot: null, size: limits.weightUnits - weight },
                    ]}
                  />
                  {shareText(weight)}
                </span>
              </td>
              <td data-label="Users">{(results.samples.observed[at] ?? 0).toLocaleString(readerLocale)}</td>
              <td data-label={metric.name}>
                {valueText(metric, (isControl ? result?.control : result?.treatment) ?? null)}
              </td>
              <td data-label="Difference">
                {isControl || result === undefined ? '–' : <strong>{differenceText(metric, result)}</strong>}
              </td>
              <td data-label="Band">{isControl || result === undefined ? '' : bandText(metric, result)}</td>
              <td data-label="Verdict">
                {isControl || result === undefined ? (
                  'baseline'
                ) : isAdded && result.verdict === 'not-decided' ? (
                  <span className={classes['note']}>decides nothing</span>
                ) : (
                  <VerdictMark verdict={result.verdict} />
                )}
              </td>
            </tr>
          )
        })}
      </Table>
      {metric.addedAt === null ? null : (
        <p className={classes['quiet']}>
          Added {shortTime(metric.addedAt)}, after the start: whoever chose it may have known what it says. It helps to
          understand, and decides nothing.
        </p>
      )}
    </ResultCard>
  )
}
