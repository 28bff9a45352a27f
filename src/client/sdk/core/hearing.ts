import { createFaults, type Faults } from './faults.ts'
import { createListening, type Listening } from './listening.ts'
import type { Logger } from './logger.ts'
import type { Platform } from './platform.ts'
import type { Change } from './status.ts'

/** The events of a client: its status, changes and faults. */
export type Hearing<C = Change> = Listening<C> & Omit<Faults, 'threw'>

export const createHearing = <C = Change>(platform: Pick<Platform, 'warn'>, logger?: Logger): Hearing<C> => {
  const listening = createListening<C>((name, cause) => faults.threw(name, cause))
  const faults = createFaults(listening, platform, logger)
  return { ...listening, fault: faults.fault, say: faults.say }
}
