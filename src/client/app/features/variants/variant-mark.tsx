import './palette.css'
import type { ReactNode } from 'react'
import { isHatched, type Slot, slotColour } from './variant-slots.ts'
import classes from './variants.module.css'

/** A variant’s colored square with its name. */
export function VariantMark({ slot, name }: { slot: Slot; name: string }): ReactNode {
  return (
    <span className={classes['mark']}>
      <i
        className={classes['square']}
        data-hatched={isHatched(slot) || undefined}
        style={{ '--slot': slotColour(slot) }}
        aria-hidden
      />
      <span translate="no">{name}</span>
    </span>
  )
}
