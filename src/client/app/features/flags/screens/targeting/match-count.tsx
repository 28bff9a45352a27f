import type { ReactNode } from 'react'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { locale } from '../../../../../../shared/text/time/locale.ts'
import classes from './rules.module.css'

const few = 100

/** Number of recent contexts that a rule serves: `1,204 / 9,870`. Empty if nothing was counted. */
export function MatchCount(props: {
  count: number | undefined
  of: number | null
  /** Personal attribute that samples lack. */
  personal?: string | undefined
  /**
   * The earlier rule or prerequisite that reads it, which makes this count approximate. Null if the rule itself reads
   * it.
   */
  askedBy?: string | null | undefined
}): ReactNode {
  const { count, of, personal, askedBy = null } = props
  if (personal !== undefined && askedBy === null && of !== null && of > 0)
    return (
      <span className={classes['count']} title={`Samples leave out ${personal}: it’s marked as personal data`}>
        can’t be counted
      </span>
    )
  // Keeps its space in the row.
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
