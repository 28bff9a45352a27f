import type { ReactNode } from 'react'
import type { FlagMovement } from '../../../../shared/impact/movement.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import classes from './affected-flags-list.module.css'
import { agedText } from './aged-text.ts'
import type { MissingAttribute } from './missing-attributes.ts'
import { percentOf } from './share-text.ts'

/** Describes the sample behind a count: number of contexts, age, and rarely sent attributes. */
export function SampleNote(props: {
  contexts: number
  newest: string | undefined
  oldest: string | undefined
  untold: readonly MissingAttribute[]
  nowMs: number
}): ReactNode {
  const { contexts, newest, oldest, untold, nowMs } = props
  const [first, ...others] = untold
  return (
    <p className={classes['quiet']}>
      {counted(contexts, 'different context')}
      {seenText(newest, oldest, nowMs)}. Each counts once, however often it asked.
      {first === undefined
        ? ''
        : ` ${first.missing === contexts ? `None of them sent ${first.name}` : `${first.name} is missing in ${percentOf(first.missing, contexts)} of them`}${others.length === 0 ? '' : `; also rare: ${others.map(({ name }) => name).join(', ')}`}.`}
    </p>
  )
}

const seenText = (newest: string | undefined, oldest: string | undefined, nowMs: number): string => {
  if (newest === undefined || oldest === undefined) return ''
  const [last, first] = [newest, oldest].map((instant) => agedText(nowMs - Date.parse(instant)))
  return last === first ? `, seen ${last} ago` : `, seen ${last} to ${first} ago`
}

/**
 * Explains which users may also move but cannot be counted, because their contexts are stored without personal data.
 */
export function UncountedMoves({ movement }: { movement: FlagMovement }): ReactNode {
  const { depends, moved, unknown, measured } = movement
  const by = unknown.join(' and ')
  if (!measured)
    return (
      <span>
        More may move because of their {by}, which isn’t stored with contexts. How many couldn’t be worked out.
      </span>
    )
  if (depends === 0) return null
  return (
    <span>
      {moved === 0 ? depends.toLocaleString(readerLocale) : counted(depends, 'more', 'more')} may move because of their{' '}
      {by} (not stored: personal data).
    </span>
  )
}
