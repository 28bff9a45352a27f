import { useSyncExternalStore } from 'react'
import type { PresenceEvent } from '../../../../shared/features/presence/schemas/presence.ts'
import { limits } from '../../../../shared/limits.ts'

/** Another browser tab that has a flag’s page open. */
type PresentTab = Pick<PresenceEvent, 'project' | 'flag' | 'tab' | 'person' | 'editing'> & { atMs: number }

let seen: readonly PresentTab[] = []
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const put = (next: readonly PresentTab[]): void => {
  seen = next
  for (const listener of listeners) listener()
}

/** Removes tabs that sent no event for `presenceLastsMs`. */
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

/** Records a presence event from the subscription. */
export const recordPresence = ({ project, flag, tab, person, editing, here }: PresenceEvent): void => {
  const others = seen.filter((one) => one.tab !== tab)
  put(here ? [...others, { project, flag, tab, person, editing, atMs: Date.now() }] : others)
}

export const usePresentTabs = (): readonly PresentTab[] => useSyncExternalStore(subscribe, () => seen)
