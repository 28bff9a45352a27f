import { createListeners, type Listeners } from './listeners.ts'
import type { Logger } from './logger.ts'
import type { Platform } from './platform.ts'
import type { Change, Events, Status } from './status.ts'

/** What a program can hear of its connection: its status, changes and faults. */
export type Hearing<C = Change> = Listeners<Events<C>> & {
  readonly status: () => Status
  /** Takes the next status and tells it, unless only its revision is another. After `closed` there is none. */
  readonly become: (status: Status) => void
  /** Tells a fault; where nobody listens for errors, to the people who run the program, and once in a row. */
  readonly fault: (message: string, cause?: unknown) => void
  /** Says it to the people who run the program, once in a row. */
  readonly say: (message: string) => void
}

export const createHearing = <C = Change>(platform: Pick<Platform, 'warn'>, logger?: Logger): Hearing<C> => {
  let status: Status = Object.freeze({ state: 'not ready', reason: 'connecting', source: 'defaults', revision: null })
  let said = ''

  const fault = (message: string, cause?: unknown) => {
    if (listeners.count('error') > 0) listeners.emit('error', { message, cause })
    else say(message)
  }
  const say = (message: string) => {
    if (message !== said) (logger ?? platform).warn(`fanion: ${message}`)
    said = message
  }
  const listeners = createListeners<Events<C>>((name, cause) => {
    const message = `a listener for "${name}" threw: ${Object(cause).message ?? cause}`
    if (name === 'error') say(message)
    else fault(message, cause)
  })

  return {
    ...listeners,
    status: () => status,
    become: (next) => {
      const { state, reason, source } = status
      if (state === 'closed') return
      status = Object.freeze(next)
      if (next.state !== state || next.reason !== reason || next.source !== source) listeners.emit('status', status)
    },
    fault,
    say,
  }
}
