import type { Faults } from './faults.ts'
import { inProduction, type Logger } from './logger.ts'
import type { Fault } from './status.ts'
import type { StatusEvents } from './status-events.ts'

/** Reports a mismatch to `error` listeners and to the developers. */
export const reportMismatch =
  <C>({ emit, say }: Pick<StatusEvents<C>, 'emit'> & Pick<Faults, 'say'>, logger: Logger | undefined) =>
  (fault: Fault): void => {
    emit('error', fault)
    if (logger !== undefined || !inProduction()) say(fault.message)
  }
