import type { ReactNode } from 'react'
import type { FlagMovement } from '../../../../shared/analysis/movement.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import classes from './affected.module.css'
import { agedText } from './aged-text.ts'
import { percentOf } from './share-text.ts'
import type { Untold } from './told-by.ts'

/** What stands beside every count: how many contexts, from when, and what they could not say. */
export function SampleNote(props: {
  contexts: number
  newest: string | undefined
  oldest: string | undefined
  untold: readonly Untold[]
  nowMs: number
}): ReactNode {
  const { contexts, newest, oldest, untold, nowMs } = props
  const [first, ...others] = untold
  return (
    <p className={classes['quiet']}>
      {counted(contexts, 'different context')}
      {newest === undefined || oldest === undefined
        ? ''
        : `, seen ${agedText(nowMs - Date.parse(newest))} to ${agedText(nowMs - Date.parse(oldest))} ago`}
      . Each counts once, however often it asked.
      {first === undefined
        ? ''
        : ` ${first.name} is missing in ${percentOf(first.missing, contexts)} of them${others.length === 0 ? '' : `; also rare: ${others.map(({ name }) => name).join(', ')}`}.`}
    </p>
  )
}

/** Of whom it cannot be said, because contexts are kept without personal data; nothing where it can be said of everybody. */
export function MayMove({ movement }: { movement: FlagMovement }): ReactNode {
  const { depends, unknown, measured } = movement
  const by = unknown.join(' and ')
  if (!measured)
    return <span>More may move, by their {by}, which contexts are kept without: this couldn’t be worked out.</span>
  if (depends === 0) return null
  return (
    <span>
      {depends === 1 ? '1 more may move' : `${counted(depends, 'more', 'more')} may move`}, by their {by} (kept out as
      personal data).
    </span>
  )
}
