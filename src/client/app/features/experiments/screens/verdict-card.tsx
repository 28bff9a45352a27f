import { IconAlertTriangle, IconEqual, IconHourglass, IconTrendingDown, IconTrophy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { ExperimentResults } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import type { Verdict } from '../../../../../shared/statistics/analysis-plan.ts'
import { byWeight, toneOf } from '../../../../../shared/text/experiment/headline.ts'
import { maturityText, samplesHealth } from '../../../../../shared/text/experiment/health-text.ts'
import { shortWhen } from '../../../../../shared/text/time/short-when.ts'
import { ownZone } from '../../../../../shared/text/time/when.ts'
import { bandMeaning, verdictText } from '../../../../../shared/text/verdict/verdict-text.ts'
import { useNow } from '../../../components/time-text.tsx'
import { useTranslatedMessages } from '../../loading/use-translated-messages.ts'
import { HealthMark } from './health-mark.tsx'
import { namesOf, peopleOf, timesOf } from './reading.ts'
import classes from './results.module.css'

const icons = {
  wins: IconTrophy,
  loses: IconTrendingDown,
  'no-difference': IconEqual,
  'no-worse': IconEqual,
  'not-decided': IconHourglass,
  'samples-off': IconAlertTriangle,
  'too-early': IconHourglass,
} as const satisfies Record<Verdict, unknown>

/** The verdict of the primary metrics, and whether it can be trusted. */
export function VerdictCard(props: { project: string; experiment: string; results: ExperimentResults }): ReactNode {
  const { project, experiment, results } = props
  const nowMs = useNow()
  const [late] = useTranslatedMessages(useMemo(() => (results.late === null ? [] : [results.late]), [results.late]))
  const when = (instant: string) => shortWhen(instant, nowMs, ownZone())
  const said = byWeight(results.results).flatMap((result) => {
    const metric = results.plan.metrics.find(({ key }) => key === result.metric)
    if (metric === undefined) return []
    const names = namesOf(results, metric, result.arm)
    return [
      { result, metric, ...verdictText(result, names, timesOf(results, result, when), peopleOf(results, metric)) },
    ]
  })
  const [first, ...others] = said
  if (first === undefined) return null
  const { verdict } = first.result
  const Picture = icons[verdict]
  const health = samplesHealth(
    results.samples,
    results.plan.arms.map(({ weight }) => weight),
  )
  const maturity = results.maturity.find(({ metric }) => metric === first.metric.key)
  const part = maturity === undefined || maturity.all === 0 ? 0 : maturity.matured / maturity.all
  return (
    <section className={classes['verdict']} data-tone={toneOf[verdict]} aria-label="Verdict">
      <span className={classes['sign']} aria-hidden>
        <Picture size={20} stroke={1.75} />
      </span>
      <div className={classes['words']}>
        <div role="status">
          <h3>{first.title}</h3>
        </div>
        <p>{first.text}</p>
        {results.late === null ? null : (
          <p role="status">Waiting: {late ?? results.late} Nothing is decided until it’s there.</p>
        )}
        {verdict === 'samples-off' || others.length === 0 ? null : (
          <ul>
            {others.map(({ result, title, text }) => (
              <li key={`${result.metric} ${result.arm}`}>
                <strong>{title.includes(result.arm) ? title : `${result.arm}: ${title}`}.</strong> {text}
              </li>
            ))}
          </ul>
        )}
        <p className={classes['meaning']}>{bandMeaning}</p>
      </div>
      <div className={classes['samples']}>
        <Link to="/p/$project/experiments/$experiment/health" params={{ project, experiment }}>
          <HealthMark state={health.state}>{health.title}</HealthMark>
        </Link>
        <span>{health.text}</span>
        {maturity === undefined ? null : (
          <span className={classes['maturity']}>
            <span className={classes['track']} aria-hidden>
              <i style={{ width: `${part * 100}%` }} />
            </span>
            {maturityText(maturity)} had their whole window
          </span>
        )}
      </div>
    </section>
  )
}
