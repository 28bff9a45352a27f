import type { ReactNode } from 'react'
import { locale } from '../../../../shared/words/locale.ts'
import { counted } from '../../../../shared/words/percent.ts'
import classes from './rules.module.css'

const few = 100

/** How many of the contexts seen lately a rule serves: `1,204 / 9,870`; nothing where none were counted. */
export function MatchCount({ count, of }: { count: number | undefined; of: number | null }): ReactNode {
  if (count === undefined || of === null || of === 0) return null
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
