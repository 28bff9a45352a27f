import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ChangeSummary } from '../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { clockTime } from '../../../components/time-text.tsx'
import { EnvironmentShape } from '../../environments/environment-mark.tsx'
import { calendarWeeks } from './calendar-weeks.ts'
import classes from './schedule-calendar.module.css'

const month = new Intl.DateTimeFormat(readerLocale, { month: 'long', year: 'numeric' })
const weekday = new Intl.DateTimeFormat(readerLocale, { weekday: 'short' })
const whole = new Intl.DateTimeFormat(readerLocale, { weekday: 'long', day: 'numeric', month: 'long' })
const shown = 3

/** Month calendar of scheduled changes in the browser’s time zone. */
export function ScheduleCalendar(props: {
  project: string
  changes: readonly ChangeSummary[]
  environments: readonly Environment[]
}): ReactNode {
  const { project, changes, environments } = props
  const [now] = useState(() => new Date())
  const [away, setAway] = useState(0)
  const first = new Date(now.getFullYear(), now.getMonth() + away, 1)
  const weeks = calendarWeeks(first, changes)
  const name = month.format(first)
  return (
    <section className={classes['calendar']} aria-label={`Scheduled in ${name}`}>
      <div className={classes['head']}>
        <h2>{name}</h2>
        <button type="button" onClick={() => setAway((old) => old - 1)} disabled={away <= 0}>
          Previous month
        </button>
        <button type="button" onClick={() => setAway((old) => old + 1)} disabled={away >= 12}>
          Next month
        </button>
      </div>
      <table>
        <caption className="visually-hidden">Scheduled in {name}</caption>
        <thead>
          <tr>
            {(weeks[0] ?? []).map(({ date }) => (
              <th key={date.getDay()} scope="col">
                {weekday.format(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date.getTime()}>
              {week.map(({ date, changes: those }) => (
                <td
                  key={date.getTime()}
                  data-away={date.getMonth() !== first.getMonth() || undefined}
                  data-today={date.toDateString() === now.toDateString() || undefined}
                >
                  <span className={classes['day']} aria-hidden>
                    {date.getDate()}
                  </span>
                  <span className="visually-hidden">{whole.format(date)}</span>
                  {those.slice(0, shown).map((change) => (
                    <Link
                      key={change.number}
                      to="/p/$project/changes/$change"
                      params={{ project, change: String(change.number) }}
                      title={`#${change.number} ${change.title}`}
                    >
                      <Shapes environments={environments} change={change} />
                      <span>
                        {clockTime(Date.parse(change.schedule?.at ?? ''))} {change.title}
                      </span>
                    </Link>
                  ))}
                  {those.length > shown ? (
                    <span className={classes['more']}>and {those.length - shown} more</span>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Shapes({ environments, change }: { environments: readonly Environment[]; change: ChangeSummary }): ReactNode {
  const places = new Set(change.places.map(({ environment }) => environment))
  return environments
    .filter(({ key }) => places.has(key))
    .map(({ key, colour }) => <EnvironmentShape key={key} colour={colour} />)
}
