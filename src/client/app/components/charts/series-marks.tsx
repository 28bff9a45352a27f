import type { ReactNode } from 'react'

/** What tells series apart where colours do not: a dash for each line, … */
const dashes = [undefined, '6 3', '2 3', '9 3 2 3', '1 3']
/** … and a shape for each mark, 10 wide around the middle. */
const shapes = [
  'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z',
  'M0 -5.5 5.5 0 0 5.5 -5.5 0z',
  'M-4.2 -4.2h8.4v8.4h-8.4z',
  'M0 -5.2 5.2 4.2h-10.4z',
  'M0 5.2 5.2 -4.2h-10.4z',
]

/** The dash of a series by its place; the first is solid. */
export const dashOf = (at: number): string | undefined => dashes[at % dashes.length]

/** The mark of a series by its place, around a middle that whoever draws it has moved to. */
export function SeriesMark({ at, colour }: { at: number; colour: string }): ReactNode {
  return <path d={shapes[at % shapes.length]} fill={colour} stroke="var(--fanion-raised)" strokeWidth={1.25} />
}

/** The same mark beside a name, in text. */
export function SeriesSign({ at, colour }: { at: number; colour: string }): ReactNode {
  return (
    <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden style={{ flex: 'none' }}>
      <SeriesMark at={at} colour={colour} />
    </svg>
  )
}
