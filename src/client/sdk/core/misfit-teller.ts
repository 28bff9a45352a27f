import type { Faults } from './faults.ts'
import type { Listening } from './listening.ts'
import { inProduction, type Logger } from './logger.ts'
import type { Fault } from './status.ts'

/** Tells what does not fit to those who listen for errors, and to the people who write the program. */
export const tellMisfit =
  <C>({ emit, say }: Pick<Listening<C>, 'emit'> & Pick<Faults, 'say'>, logger: Logger | undefined) =>
  (fault: Fault): void => {
    emit('error', fault)
    if (logger !== undefined || !inProduction()) say(fault.message)
  }
