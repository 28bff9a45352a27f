import { type ReactNode, useSyncExternalStore } from 'react'

/** A message at the foot of the page. */
export type Toast = {
  id: string
  tone: 'done' | 'failed'
  title?: string | undefined
  message: ReactNode
  action?: ReactNode
  undo?: (() => void) | undefined
  /** How long it stays; null until somebody closes it. */
  showMs: number | null
  /** It left the page, for whatever reason. */
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

/** The messages on the page. A newer one with the same id takes the place of the older; the oldest give way to the fourth. */
export const toasts = {
  show: (toast: Toast): void => set([...shown.filter(({ id }) => id !== toast.id), toast].slice(-mostAtOnce)),
  hide: (id: string): void => set(shown.filter((toast) => toast.id !== id)),
  use: (): readonly Toast[] => useSyncExternalStore(subscribe, () => shown),
}
