import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type {
  ExperimentHeadline,
  ExperimentSummary,
} from '../../../../shared/features/experiments/schemas/experiment.ts'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import { byWeight } from '../../../../shared/text/experiment/headline.ts'
import { dayText, experimentStatusOf } from '../../../../shared/text/experiment/state-text.ts'
import { relativeFigure, signed } from '../../../../shared/text/verdict/figures.ts'
import { TimeText, useNow } from '../../components/time-text.tsx'
import { EnvironmentMark } from '../environments/environment-mark.tsx'
import { ExperimentMark } from './experiment-mark.tsx'
import classes from './experiments.module.css'
import { VerdictMark } from './verdict-mark.tsx'

/** One experiment: name, flag, state, progress, and the headline of the last look. */
export function ExperimentRow(props: {
  project: string
  experiment: ExperimentSummary
  environment: Environment | undefined
  /** The project’s name, if the list covers several projects. */
  within?: string | undefined
  why?: string | undefined
}): ReactNode {
  const { project, experiment, environment, within, why } = props
  const { key, name, flag, run, decision, by, createdAt } = experiment
  const nowMs = useNow()
  const standing = experimentStatusOf(experiment)
  const day = run === null ? '' : dayText(run, nowMs)
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <Link
          to="/p/$project/experiments/$experiment"
          params={{ project, experiment: key }}
          className={classes['name']}
        >
          {name}
        </Link>
        <span className={classes['line']}>
          {within === undefined ? null : <span>{within}</span>}
          {environment ? (
            <EnvironmentMark environment={{ ...environment, protected: false }} />
          ) : (
            <span>{experiment.environment}</span>
          )}
          <span translate="no">{flag}</span>
        </span>
      </div>
      <div className={classes['state']}>
        <ExperimentMark standing={standing} />
        {run?.startedAt && standing !== 'draft' ? <Progress run={run} day={day} nowMs={nowMs} /> : null}
      </div>
      <div className={classes['said']}>
        {why === undefined ? null : <span className={classes['sentence']}>{why}</span>}
        {decision === null || standing !== 'decided' ? (
          <Headline headlines={experiment.headlines} />
        ) : (
          <span className={classes['sentence']}>{decision.sentence}</span>
        )}
      </div>
      <div className={classes['who']}>
        by {by}, <TimeText instant={run?.stoppedAt ?? run?.startedAt ?? createdAt} />
      </div>
    </li>
  )
}

function Progress(props: { run: NonNullable<ExperimentSummary['run']>; day: string; nowMs: number }): ReactNode {
  const { run, day, nowMs } = props
  const [start, end] = [Date.parse(run.startedAt ?? ''), Date.parse(run.endsAt ?? '')]
  const until = run.stoppedAt === null ? nowMs : Date.parse(run.stoppedAt)
  const part = Math.min(1, Math.max(0, (until - start) / (end - start)))
  return (
    <span className={classes['progress']}>
      <span className={classes['track']} aria-hidden>
        <i style={{ width: `${(Number.isFinite(part) ? part : 0) * 100}%` }} />
      </span>
      {day}
    </span>
  )
}

/** The most important primary result of the last look. */
function Headline({ headlines }: { headlines: readonly ExperimentHeadline[] }): ReactNode {
  const [first] = byWeight(headlines.map((one) => ({ ...one, role: 'primary' as const })))
  if (first === undefined) return null
  const { verdict, metric, arm, lift } = first
  return (
    <>
      <VerdictMark verdict={verdict} />
      <span className={classes['sentence']}>
        {arm}
        {lift === null ? '' : ` ${signed(lift, relativeFigure(lift))}`}{' '}
        <span className={classes['faint']}>{metric}</span>
      </span>
    </>
  )
}
