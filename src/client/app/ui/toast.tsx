import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import type { Refusal } from '../../api/refusal.ts'
import { Kbd } from './kbd.tsx'
import classes from './toast.module.css'

type Undo = { id: string; run: () => void }

/** The last thing that can be undone; the toast's button and the key Z both run it, once. */
let last: Undo | null = null

/** Undoes the last undoable act, if its toast is still of use; returns whether there was one. */
export const undoLast = (): boolean => {
  if (last === null) return false
  const { id, run } = last
  last = null
  notifications.hide(id)
  run()
  return true
}

/** Tells what was done. With `undo`, offers the way back for ten seconds; with `link`, a next step. */
export const done = (message: ReactNode, more: { undo?: () => void; action?: ReactNode } = {}): void => {
  const id = crypto.randomUUID()
  if (more.undo) last = { id, run: more.undo }
  notifications.show({
    id,
    withBorder: true,
    autoClose: more.undo || more.action ? 10_000 : 5_000,
    closeButtonProps: { 'aria-label': 'Close message' },
    onClose: () => {
      if (last?.id === id) last = null
    },
    message: (
      <div className={classes['row']}>
        <span>{message}</span>
        {more.action}
        {more.undo ? (
          <Button size="compact-xs" variant="default" rightSection={<Kbd>Z</Kbd>} onClick={undoLast}>
            Undo
          </Button>
        ) : null}
      </div>
    ),
  })
}

/** Tells what failed and why. It stays until it is closed. */
export const failed = (what: string, refusal: Refusal): void => {
  notifications.show({
    withBorder: true,
    color: 'red',
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close message' },
    title: what,
    message: `${refusal.sentence} (${refusal.code})`,
  })
}
