import type { ReactNode } from 'react'
import type { Lost } from './use-lost-readings.ts'

const mostLines = 3

/** What SDKs of other systems would no longer get, and what to do about it. */
export function LostReadings({ lost }: { lost: Lost | null }): ReactNode {
  if (lost === null) return null
  const { held, lines } = lost
  const more = lines.length - mostLines
  return (
    <span role="note" data-lost>
      {lines.slice(0, mostLines).map(({ text, cure }) => (
        <span key={text} style={{ display: 'block' }}>
          {text} {cure}
        </span>
      ))}
      {more > 0 ? (
        <span>{more === 1 ? 'One more flag would be lost.' : `${more} more flags would be lost.`} </span>
      ) : null}
      {held ? <span>This project doesn’t publish that. An admin can change it in the settings.</span> : null}
    </span>
  )
}
