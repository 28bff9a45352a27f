import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChangeSummary } from '../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { whenText } from '../../../../../shared/text/time/when.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { needsActionBy, type Reader, waitingText } from '../../inbox/waiting.ts'
import { ChangeMark } from './change-mark.tsx'
import classes from './changes-screen.module.css'

/** A change on two lines: title and state, then environments, author and whom it waits for. */
export function ChangeRow(props: {
  project: string
  change: ChangeSummary
  environments: readonly Environment[]
  reader: Reader | undefined
  /** The project’s name, if the list covers several projects. */
  within?: string | undefined
}): ReactNode {
  const { project, change, environments, reader, within } = props
  const waiting = waitingText(change, reader)
  const there = [...new Set(change.places.map((place) => place.environment))]
  const subjects = [...new Set(change.places.map((place) => place.key))]
  return (
    <li className={classes['row']}>
      <div className={classes['first']}>
        <Link
          to="/p/$project/changes/$change"
          params={{ project, change: String(change.number) }}
          className={classes['title']}
        >
          {change.title}
        </Link>
        <span className={classes['number']}>#{change.number}</span>
        <ChangeMark state={change.state} bypassed={change.bypassed} />
      </div>
      <div className={classes['facts']}>
        {within === undefined ? null : <span className={classes['within']}>{within}</span>}
        <span>{subjects.length > 3 ? counted(subjects.length, 'item') : subjects.join(', ')}</span>
        <span aria-hidden>→</span>
        {there.map((key) => {
          const environment = environments.find((one) => one.key === key)
          return environment ? (
            <EnvironmentMark key={key} environment={{ ...environment, protected: false }} />
          ) : (
            <span key={key}>{key}</span>
          )
        })}
        <span>
          {change.author.id === reader?.id ? 'by you' : `by ${change.author.name}`},{' '}
          <TimeText instant={change.updatedAt} />
        </span>
        {change.schedule === null ? null : <span>goes live {whenText(change.schedule.at, change.schedule.zone)}</span>}
        {waiting === null ? null : (
          <span className={classes['waiting']} data-mine={(reader && needsActionBy(change, reader)) || undefined}>
            {waiting}
          </span>
        )}
      </div>
      {change.conflict === null ? null : <p className={classes['conflict']}>{change.conflict}</p>}
    </li>
  )
}
