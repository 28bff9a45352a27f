import { createFaults, type Faults } from './faults.ts'
import type { Logger } from './logger.ts'
import type { Platform } from './platform.ts'
import type { Change } from './status.ts'
import { createStatusEvents, type StatusEvents } from './status-events.ts'

/** The events of a client: its status, changes and faults. */
export type ClientEvents<C = Change> = StatusEvents<C> & Omit<Faults, 'threw'>

export const createClientEvents = <C = Change>(platform: Pick<Platform, 'warn'>, logger?: Logger): ClientEvents<C> => {
  const listening = createStatusEvents<C>((name, cause) => faults.threw(name, cause))
  const faults = createFaults(listening, platform, logger)
  return { ...listening, fault: faults.fault, say: faults.say }
}
