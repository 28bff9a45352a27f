import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { clockTime } from '../../components/time-text.tsx'
import classes from './save-status.module.css'
import { type SyncTrouble, useSyncTrouble } from './sync-drafts.ts'

const words: Record<NonNullable<SyncTrouble>, string> = {
  'no-answer': 'Saved on this device until the server responds',
  refused: 'Saved on this device only: the server refused it',
}

/** Shows whether a draft is saved on the server, being saved, or only on this device. */
export function SaveStatus(props: {
  /** When the server saved it. Null while changes are unsaved. */
  savedAt: string | null
  /** Restores the edit that a newer edit from another device replaced, if there is one. */
  onTakeBack: (() => void) | undefined
}): ReactNode {
  const { savedAt, onTakeBack } = props
  const trouble = useSyncTrouble()
  const saved = savedAt === null ? 'Saving…' : `Saved ${clockTime(Date.parse(savedAt))}`
  return (
    <span className={classes['status']}>
      {savedAt !== null || trouble === null ? saved : words[trouble]}
      {onTakeBack === undefined ? null : (
        <>
          · showing newer edits from another device.{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={onTakeBack}>
            Use this device’s edits
          </Anchor>
        </>
      )}
    </span>
  )
}
