import { createValueCheck } from './accept.ts'
import type { AnyFlags } from './calls.ts'
import type { ClientEvents } from './client-events.ts'
import type { Logger } from './logger.ts'
import { createMismatchCheck, type ServedFlagShape } from './mismatches.ts'
import { createOverrideMismatchCheck } from './override-mismatches.ts'
import { reportMismatch } from './report-mismatch.ts'

/**
 * Warns once about mismatches with the declared flags: in a new datafile (null if none will arrive), and in the
 * overrides.
 */
export const createContractCheck = (
  declared: AnyFlags,
  overrides: object,
  hearing: ClientEvents,
  logger: Logger | undefined,
) => {
  const tell = reportMismatch(hearing, logger)
  const holdFlags = createMismatchCheck(declared, tell, createValueCheck)
  const holdOverrides = createOverrideMismatchCheck(overrides, declared, tell)
  return (documents: { readonly [key: string]: ServedFlagShape } | null): void => {
    if (documents !== null) holdFlags(documents)
    holdOverrides(documents ?? {})
  }
}
