import { useSyncExternalStore } from 'react'
import type { PresenceEvent } from '../../../../shared/features/presence/schemas/presence.ts'
import { limits } from '../../../../shared/limits.ts'

/** Another tab that has the page of a flag open. */
type Seen = Pick<PresenceEvent, 'project' | 'flag' | 'tab' | 'person' | 'editing'> & { atMs: number }

let seen: readonly Seen[] = []
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const put = (next: readonly Seen[]): void => {
  seen = next
  for (const listener of listeners) listener()
}

/** Who was not heard of for a while is gone. */
const forget = (): void => {
  const lately = seen.filter(({ atMs }) => Date.now() - atMs < limits.presenceLastsMs)
  if (lately.length < seen.length) put(lately)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(forget, limits.presenceLastsMs / 10)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Notes what the subscription tells of a tab. */
export const heardPresence = ({ project, flag, tab, person, editing, here }: PresenceEvent): void => {
  const others = seen.filter((one) => one.tab !== tab)
  put(here ? [...others, { project, flag, tab, person, editing, atMs: Date.now() }] : others)
}

/** The tabs that are known to be somewhere at this moment. */
export const useSeen = (): readonly Seen[] => useSyncExternalStore(subscribe, () => seen)
