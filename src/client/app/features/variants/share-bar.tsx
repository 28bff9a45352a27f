import './palette.css'
import type { ReactNode } from 'react'
import { isHatched, type Slot, slotColour } from './variant-slots.ts'
import classes from './variants.module.css'

/** A part of a bar. `slot` is null for a gap. */
export type BarShare = { key: string; slot: Slot | null; size: number }

/** Shares as a bar. Hidden from screen readers, because the text next to it is equivalent. */
export function ShareBar({ shares, size = 6 }: { shares: readonly BarShare[]; size?: 6 | 10 | 16 }): ReactNode {
  return (
    <span className={classes['bar']} data-size={size} aria-hidden>
      {shares.map(({ key, slot, size: share }) =>
        share <= 0 ? null : (
          <i
            key={key}
            data-gap={slot === null || undefined}
            data-hatched={(slot !== null && isHatched(slot)) || undefined}
            style={{ flexGrow: share, flexBasis: 0, ...(slot === null ? {} : { '--slot': slotColour(slot) }) }}
          />
        ),
      )}
    </span>
  )
}
