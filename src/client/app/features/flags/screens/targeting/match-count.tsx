import type { ReactNode } from 'react'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { locale } from '../../../../../../shared/text/time/locale.ts'
import classes from './rules.module.css'

const few = 100

/** How many of the contexts seen lately a rule serves: `1,204 / 9,870`; nothing where none were counted. */
export function MatchCount(props: {
  count: number | undefined
  of: number | null
  /** Personal data that samples leave out. */
  personal?: string | undefined
  /** What before it asks for it and may take some away; null where the rule asks itself. */
  askedBy?: string | null | undefined
}): ReactNode {
  const { count, of, personal, askedBy = null } = props
  if (personal !== undefined && askedBy === null && of !== null && of > 0)
    return (
      <span className={classes['count']} title={`Samples leave out ${personal}: it’s marked as personal data`}>
        can’t be counted
      </span>
    )
  // its place in the row stays
  if (count === undefined || of === null || of === 0) return <span className={classes['noCount']} />
  const about = personal === undefined ? '' : 'about '
  const words = `Serves ${about}${count.toLocaleString(locale)} of ${counted(of, 'recent context')}`
  const because =
    personal === undefined
      ? of < few
        ? ` (based on only ${counted(of, 'context')})`
        : ''
      : `: samples leave out ${personal}, which ${askedBy} asks for`
  return (
    <span className={classes['count']} title={`${words}${because}`}>
      <span aria-hidden>
        {personal === undefined ? null : '≈ '}
        {count.toLocaleString(locale)} / {of.toLocaleString(locale)}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
