import { type ReactNode, useSyncExternalStore } from 'react'

export type Toast = {
  id: string
  tone: 'done' | 'failed'
  title?: string | undefined
  message: ReactNode
  action?: ReactNode
  undo?: (() => void) | undefined
  /** Milliseconds until it disappears. Null if the user must close it. */
  showMs: number | null
  /** Called when it disappears for any reason. */
  gone: (id: string) => void
}

const mostAtOnce = 3

let shown: readonly Toast[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Toast[]) => {
  for (const toast of shown) if (!next.some(({ id }) => id === toast.id)) toast.gone(toast.id)
  shown = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Visible notifications. A new one with the same id replaces the old one, and a fourth one removes the oldest. */
export const toasts = {
  show: (toast: Toast): void => set([...shown.filter(({ id }) => id !== toast.id), toast].slice(-mostAtOnce)),
  hide: (id: string): void => set(shown.filter((toast) => toast.id !== id)),
  use: (): readonly Toast[] => useSyncExternalStore(subscribe, () => shown),
}
