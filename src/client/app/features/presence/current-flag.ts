import { useSyncExternalStore } from 'react'

/** The flag of the selected list row. Components outside the list read it. */
let current: string | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentFlag = {
  set: (flag: string | undefined): void => {
    if (flag === current) return
    current = flag
    for (const listener of listeners) listener()
  },
  use: (): string | undefined => useSyncExternalStore(subscribe, () => current),
}
