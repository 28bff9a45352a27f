import type { ReactNode } from 'react'
import classes from './lost-formats-list.module.css'
import type { LostFormatsReport } from './use-lost-formats.ts'

const mostLines = 3

/** Lists what SDKs of other systems would no longer receive, and how to fix it. */
export function LostFormatsList({ lost }: { lost: LostFormatsReport | null }): ReactNode {
  if (lost === null) return null
  const { held, lines } = lost
  const more = lines.length - mostLines
  return (
    <span className={classes['lost']}>
      {lines.slice(0, mostLines).map(({ text, cure }) => (
        <span key={text}>
          {text} {cure}
        </span>
      ))}
      {more > 0 ? <span>{more === 1 ? 'One more flag is lost.' : `${more} more flags are lost.`}</span> : null}
      {held ? <span>The project’s settings hold this back.</span> : null}
    </span>
  )
}
