import { createListeners, type Listeners } from './listeners.ts'
import type { Change, Events, Status } from './status.ts'

/** The listeners of a client and its status. `C` is the payload of `change`. */
export type StatusEvents<C = Change> = Listeners<Events<C>> & {
  readonly status: () => Status
  /** Sets the status and emits it, unless only its revision differs. No status follows `closed`. */
  readonly become: (status: Status) => void
}

/** Errors that listeners throw go to `onThrow`. */
export const createStatusEvents = <C = Change>(
  onThrow: (name: keyof Events<C>, cause: unknown) => void,
): StatusEvents<C> => {
  let status: Status = Object.freeze({ state: 'not ready', reason: 'connecting', source: 'defaults', revision: null })
  const listeners = createListeners<Events<C>>(onThrow)

  return {
    ...listeners,
    status: () => status,
    become: (next) => {
      const { state, reason, source } = status
      if (state === 'closed') return
      status = Object.freeze(next)
      if (next.state !== state || next.reason !== reason || next.source !== source) listeners.emit('status', status)
    },
  }
}
