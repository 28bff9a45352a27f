import type { Logger } from './logger.ts'
import type { Platform } from './platform.ts'
import type { Events } from './status.ts'
import type { StatusEvents } from './status-events.ts'

export type Faults = {
  /** Emits an `error` event. Without listeners, warns the developers once per repeated message. */
  readonly fault: (message: string, cause?: unknown) => void
  /** Warns the developers, once per repeated message. */
  readonly say: (message: string) => void
  /** Reports an error that a listener threw. */
  readonly threw: (name: keyof Events, cause: unknown) => void
}

export const createFaults = <C>(
  listening: Pick<StatusEvents<C>, 'count' | 'emit'>,
  platform: Pick<Platform, 'warn'>,
  logger?: Logger,
): Faults => {
  let said = ''
  const say = (message: string) => {
    if (message !== said) (logger ?? platform).warn(`fanion: ${message}`)
    said = message
  }
  const fault = (message: string, cause?: unknown) => {
    if (listening.count('error') > 0) listening.emit('error', { message, cause })
    else say(message)
  }
  return {
    fault,
    say,
    threw: (name, cause) => {
      const message = `a listener for "${name}" threw: ${Object(cause).message ?? cause}`
      if (name === 'error') say(message)
      else fault(message, cause)
    },
  }
}
