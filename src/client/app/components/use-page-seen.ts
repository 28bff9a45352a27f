import { useSyncExternalStore } from 'react'

/** How long a page that is hidden still counts as seen: a look at another tab ends nothing. */
const graceMs = 5_000

let seen: boolean | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const put = (next: boolean) => {
  if (next === seen) return
  seen = next
  for (const listener of listeners) listener()
}

const look = () => {
  clearTimeout(timer)
  if (document.visibilityState === 'visible') put(true)
  else timer = setTimeout(put, graceMs, false)
}

/** Whether somebody sees the page, or did a moment ago. One that was opened hidden is not seen until it is shown. */
export const pageSeen = (): boolean => (seen ??= document.visibilityState === 'visible')

/** Tells when that changes; returns how to stop. */
export const onPageSeen = (listener: () => void): (() => void) => {
  if (listeners.size === 0) document.addEventListener('visibilitychange', look)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    seen = undefined
  }
}

/** What follows the server live does so while this holds: browsers allow few connections, and each tab would keep one. */
export const usePageSeen = (): boolean => useSyncExternalStore(onPageSeen, pageSeen)
