import type { ReactNode } from 'react'
import type { Refusal } from '../../api/refusal.ts'
import { newId } from './new-id.ts'
import { type Toast, toasts } from './toasts.ts'

/** The last action that can be undone. The toast’s button and the key Z both run it, once. */
let last: { id: string; run: () => void } | null = null

/** Undoes the last action if its toast is still visible. Returns whether there was one. */
export const undoLast = (): boolean => {
  if (last === null) return false
  const { id, run } = last
  last = null
  toasts.hide(id)
  run()
  return true
}

const forget = (id: string) => {
  if (last?.id === id) last = null
}

/** Shows a success message. `undo` adds an undo button for ten seconds; `action` adds a next step. */
export const done = (message: ReactNode, more: { undo?: () => void; action?: ReactNode } = {}): void => {
  const id = newId()
  if (more.undo) last = { id, run: more.undo }
  const toast: Toast = { id, tone: 'done', message, showMs: more.undo || more.action ? 10_000 : 5_000, gone: forget }
  toasts.show({ ...toast, action: more.action, undo: more.undo && undoLast })
}

/** Shows an error message until it is closed. The same error again replaces it. */
export const failed = (what: string, refusal: Refusal): void => {
  const message = `${refusal.sentence} (${refusal.code})`
  toasts.show({ id: `${what} ${message}`, tone: 'failed', title: what, message, showMs: null, gone: forget })
}
