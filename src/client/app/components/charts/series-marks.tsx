import type { ReactNode } from 'react'

/** Distinguish series without color: a dash pattern per line, … */
const dashes = [undefined, '6 3', '2 3', '9 3 2 3', '1 3']
/** … and a shape per mark, 10 wide and centered. */
const shapes = [
  'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z',
  'M0 -5.5 5.5 0 0 5.5 -5.5 0z',
  'M-4.2 -4.2h8.4v8.4h-8.4z',
  'M0 -5.2 5.2 4.2h-10.4z',
  'M0 5.2 5.2 -4.2h-10.4z',
]

/** Dash pattern of a series by index. The first is solid. */
export const dashOf = (at: number): string | undefined => dashes[at % dashes.length]

/** Mark of a series by index, centered at the origin. The caller positions it. */
export function SeriesMark({ at, colour }: { at: number; colour: string }): ReactNode {
  return <path d={shapes[at % shapes.length]} fill={colour} stroke="var(--fanion-raised)" strokeWidth={1.25} />
}

/** The same mark as an inline icon. */
export function SeriesSign({ at, colour }: { at: number; colour: string }): ReactNode {
  return (
    <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden style={{ flex: 'none' }}>
      <SeriesMark at={at} colour={colour} />
    </svg>
  )
}
