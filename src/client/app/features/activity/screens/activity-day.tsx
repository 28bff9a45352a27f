import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Activity } from '../../../../../shared/features/audit/schemas/audit.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { actSentence } from '../../../../../shared/text/audit/act.ts'
import { collapsedText } from '../../../../../shared/text/collapse.ts'
import { clockTime, exactTime } from '../../../components/time-text.tsx'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { actDetails } from './act-details.ts'
import classes from './activity-screen.module.css'
import type { NameOf } from './field-lines.ts'

export function ActivityDay(props: {
  project: string
  day: string
  events: readonly Activity[]
  environments: readonly Environment[]
  nameOf: NameOf
}): ReactNode {
  const { project, day, events, environments, nameOf } = props
  return (
    <section>
      <h2 className={classes['day']}>{day}</h2>
      <ol className={classes['acts']}>
        {events.map((event) => (
          <Act key={event.id} project={project} event={event} environments={environments} nameOf={nameOf} />
        ))}
      </ol>
    </section>
  )
}

const shownLines = 5

function Act(props: {
  project: string
  event: Activity
  environments: readonly Environment[]
  nameOf: NameOf
}): ReactNode {
  const { project, event, environments, nameOf } = props
  const { verb, object, after, target } = actSentence(event)
  const { lines, quote, places } = actDetails(event, nameOf)
  const there = event.environment === null ? places : [event.environment]
  const where = environments.filter(({ key }) => there.includes(key))
  return (
    <li className={classes['act']}>
      <time dateTime={event.at} title={exactTime(event.at)} className={classes['time']}>
        {clockTime(Date.parse(event.at))}
      </time>
      <div className={classes['said']}>
        <p className={classes['sentence']}>
          <strong>{event.actor.name}</strong> {verb} <Subject project={project} target={target} name={object} />
          {after === '' ? '' : ` ${after}`}
          {where.length === 0 ? null : ' in '}
          {where.map((environment, at) => (
            <Fragment key={environment.key}>
              {at === 0 ? null : ', '}
              <EnvironmentMark environment={{ ...environment, protected: false }} />
            </Fragment>
          ))}
        </p>
        {quote === null ? null : <p className={classes['quote']}>{quote}</p>}
        {lines.length === 0 ? null : (
          <ul className={classes['lines']}>
            {lines
              .slice(0, shownLines)
              .map(collapsedText)
              .map((line) => (
                <li key={line}>{line}</li>
              ))}
            {lines.length > shownLines ? <li>and {lines.length - shownLines} more</li> : null}
          </ul>
        )}
      </div>
    </li>
  )
}

function Subject(props: {
  project: string
  target: ReturnType<typeof actSentence>['target']
  name: string
}): ReactNode {
  const { project, target, name } = props
  if (target?.kind === 'flag')
    return (
      <Link to="/p/$project/flags/$flag" params={{ project, flag: target.key }}>
        {name}
      </Link>
    )
  if (target?.kind === 'change')
    return (
      <Link to="/p/$project/changes/$change" params={{ project, change: target.key }}>
        {name}
      </Link>
    )
  return <span className={classes['name']}>{name}</span>
}
