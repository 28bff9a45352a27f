import { acceptsFor } from './accept.ts'
import type { AnyFlags } from './calls.ts'
import type { Hearing } from './hearing.ts'
import type { Logger } from './logger.ts'
import { tellMisfit } from './misfit-teller.ts'
import { createMisfits, type Known } from './misfits.ts'
import { createOverrideMisfits } from './override-misfits.ts'

/**
 * Warns once about mismatches with the declared flags: in a new datafile (null if none will arrive), and in the
 * overrides.
 */
export const createHolding = (declared: AnyFlags, overrides: object, hearing: Hearing, logger: Logger | undefined) => {
  const tell = tellMisfit(hearing, logger)
  const holdFlags = createMisfits(declared, tell, acceptsFor)
  const holdOverrides = createOverrideMisfits(overrides, declared, tell)
  return (documents: { readonly [key: string]: Known } | null): void => {
    if (documents !== null) holdFlags(documents)
    holdOverrides(documents ?? {})
  }
}
