import { createListeners, type Listeners } from './listeners.ts'
import type { Change, Events, Status } from './status.ts'

/** Who listens to a client, and its status; `C` is what a change brings. */
export type Listening<C = Change> = Listeners<Events<C>> & {
  readonly status: () => Status
  /** Takes the next status and tells it, unless only its revision is another. After `closed` there is none. */
  readonly become: (status: Status) => void
}

/** What a listener throws goes to `onThrow`. */
export const createListening = <C = Change>(onThrow: (name: keyof Events<C>, cause: unknown) => void): Listening<C> => {
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
