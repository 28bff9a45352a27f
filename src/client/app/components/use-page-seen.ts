import { useSyncExternalStore } from 'react'

/** How long a hidden page still counts as visible, so that briefly switching tabs ends nothing. */
const graceMs = 5_000

let seen: boolean | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const setPageSeen = (next: boolean) => {
  if (next === seen) return
  seen = next
  for (const listener of listeners) listener()
}

const checkPageVisible = () => {
  clearTimeout(timer)
  if (document.visibilityState === 'visible') setPageSeen(true)
  else timer = setTimeout(setPageSeen, graceMs, false)
}

/**
 * Whether the page is visible, or was a moment ago. A page opened in the background becomes visible when it is shown.
 */
export const pageSeen = (): boolean => (seen ??= document.visibilityState === 'visible')

/** Calls the listener when that changes. Returns the unsubscribe function. */
export const onPageSeen = (listener: () => void): (() => void) => {
  if (listeners.size === 0) document.addEventListener('visibilitychange', checkPageVisible)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', checkPageVisible)
    clearTimeout(timer)
    seen = undefined
  }
}

/**
 * Live connections stay open only while this is true: browsers limit connections per host, and each tab would keep one.
 */
export const usePageSeen = (): boolean => useSyncExternalStore(onPageSeen, pageSeen)
