import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type {
  ExperimentResults,
  PlannedMetricView,
} from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { verdictWord } from '../../../../../shared/text/experiment/headline.ts'
import { modeText } from '../../../../../shared/text/experiment/state-text.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { absoluteFigure, signed } from '../../../../../shared/text/verdict/figures.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Table } from '../../../components/table.tsx'
import { TermList } from '../../../components/term-list.tsx'
import { ExactTime } from '../../../components/time-text.tsx'
import { armsOf, bandText, differenceText, resultOf, unitOf } from './reading.ts'
import { ResultCard } from './result-card.tsx'
import classes from './results.module.css'

const reportOrigins = { servers: 'what servers sent', pages: 'what pages sent' } as const

/** Details of one metric: every look with its interval, the effect of the cap, sources of exposures, and the plan. */
export function DetailsCard({ results, metric }: { results: ExperimentResults; metric: PlannedMetricView }): ReactNode {
  const { plan, series, slices, caps } = results
  const { others } = armsOf(results)
  const mine = series.filter((one) => one.metric === metric.key)
  const looks = mine
    .flatMap(({ arm, points }) => points.map((point) => ({ arm, ...point })))
    .toSorted((a, b) => b.look - a.look)
  const capped = caps.filter((one) => one.metric === metric.key)
  const figure = (value: number) => signed(value, absoluteFigure(value, unitOf(metric)))
  return (
    <ResultCard title="Details" note={metric.name}>
      <h4 className={classes['sub']}>Looks</h4>
      {looks.length === 0 ? (
        <p className={classes['quiet']}>No look has been taken yet.</p>
      ) : (
        <Table label="Looks" columns={['Look', 'Time', 'Variant', 'Difference', 'Band', 'Verdict']} wraps>
          {looks.map((point) => (
            <tr key={`${point.look} ${point.arm}`}>
              <th scope="row">{point.look}</th>
              <td>
                <Link to="." search={(old) => ({ ...old, at: point.at })} resetScroll>
                  <ExactTime instant={point.at} />
                </Link>
              </td>
              <td data-label="Variant">{point.arm}</td>
              <td data-label="Difference">{differenceText(metric, { ...point, status: 'ok', liftStatus: 'ok' })}</td>
              <td data-label="Band">{bandText(metric, { ...point, status: 'ok', liftStatus: 'ok' })}</td>
              <td data-label="Verdict">{verdictWord[point.verdict]}</td>
            </tr>
          ))}
        </Table>
      )}
      {slices.length === 0 ? null : (
        <>
          <h4 className={classes['sub']}>By who reported it</h4>
          <Table label="By who reported it" columns={['Of', 'Variant', 'Users', 'Difference', 'Band']} wraps>
            {slices.flatMap(({ slice, results: found }) =>
              others.flatMap((arm) => {
                const result = resultOf(found, metric.key, arm)
                return result === undefined
                  ? []
                  : [
                      <tr key={`${slice} ${arm}`}>
                        <th scope="row">{reportOrigins[slice]}</th>
                        <td data-label="Variant">{arm}</td>
                        <td data-label="Users">{result.units.toLocaleString(readerLocale)}</td>
                        <td data-label="Difference">{differenceText(metric, result)}</td>
                        <td data-label="Band">{bandText(metric, result)}</td>
                      </tr>,
                    ]
              }),
            )}
          </Table>
        </>
      )}
      {capped.length === 0 ? null : (
        <>
          <h4 className={classes['sub']}>With and without the cap</h4>
          <Table label="With and without the cap" columns={['Variant', 'With', 'Without', 'Users it holds down']} wraps>
            {capped.map((one) => (
              <tr key={one.arm}>
                <th scope="row">{one.arm}</th>
                <td data-label="With">{figure(one.difference)}</td>
                <td data-label="Without">{figure(one.uncapped)}</td>
                <td data-label="Users it holds down">{counted(one.capped, 'user')}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
      <h4 className={classes['sub']}>Plan</h4>
      <TermList>
        <dt>Decided</dt>
        <dd>
          {modeText[plan.mode].title}, {counted(plan.days, 'day')}; a difference is seen where there is none in at most{' '}
          {(plan.alpha * 100).toLocaleString(readerLocale)} of 100 experiments
        </dd>
        <dt>Metric</dt>
        <dd>
          {metric.key}, version {metric.version}
          {metric.cap === null ? '' : `, capped at ${metric.cap.toLocaleString(readerLocale)} a user`}
        </dd>
        <dt>Plan hash</dt>
        <dd>
          <code>{plan.hash.slice(0, 16)}…</code> <CopyButton text={plan.hash} label="Copy hash" size="compact-xs" />
        </dd>
      </TermList>
    </ResultCard>
  )
}
