import type { ReactNode } from 'react'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { locale } from '../../../../../shared/text/time/locale.ts'
import classes from './rules.module.css'

const few = 100

/** How many of the contexts seen lately a rule serves: `1,204 / 9,870`; nothing where none were counted. */
export function MatchCount(props: {
  count: number | undefined
  of: number | null
  /** Personal data that the rule asks for: samples leave it out, so its contexts cannot be counted. */
  personal?: string | undefined
}): ReactNode {
  const { count, of, personal } = props
  if (personal !== undefined && of !== null && of > 0)
    return (
      <span className={classes['count']} title={`Samples leave out ${personal}: it’s marked as personal data`}>
        can’t be counted
      </span>
    )
  // its place in the row stays
  if (count === undefined || of === null || of === 0) return <span className={classes['noCount']} />
  const words = `Serves ${count.toLocaleString(locale)} of ${counted(of, 'recent context')}`
  return (
    <span className={classes['count']} title={of < few ? `${words} (based on only ${counted(of, 'context')})` : words}>
      <span aria-hidden>
        {count.toLocaleString(locale)} / {of.toLocaleString(locale)}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
