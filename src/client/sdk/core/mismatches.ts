import { nearest } from '../../../shared/lint/near.ts'
import type { createValueCheck } from './accept.ts'
import type { AnyFlags } from './calls.ts'
import type { Fault } from './status.ts'

export type ServedFlagShape = { readonly type: string; readonly variants: { readonly [name: string]: unknown } }

/**
 * Compares declared flags with the environment, and reports each mismatch once until it is fixed: a missing key,
 * another type, or an undeclared value. Checks only changed documents, when a datafile or patch arrives, never during
 * an evaluation.
 */
export const createMismatchCheck = (
  flags: AnyFlags,
  tell: (fault: Fault) => void,
  accepts: typeof createValueCheck,
  absent = 'the environment has no flag',
) => {
  const seen = new Map<string, ServedFlagShape | null>()
  return (documents: { readonly [key: string]: ServedFlagShape }): void => {
    for (const [name, flag] of Object.entries(flags)) {
      // A key can be a property of every object, such as `constructor`.
      const known = (Object.hasOwn(documents, flag.key) ? documents[flag.key] : null) ?? null
      if (seen.get(name) === known) continue
      const before = seen.get(name)
      seen.set(name, known)
      const fault = mismatchFault(flag, known, documents, accepts, absent)
      const told = before === undefined ? null : mismatchFault(flag, before, documents, accepts, absent)
      if (fault !== null && fault.message !== told?.message) tell(fault)
    }
  }
}

const mismatchFault = (
  flag: AnyFlags[string],
  known: ServedFlagShape | null,
  documents: object,
  acceptsOf: typeof createValueCheck,
  absent: string,
): Fault | null => {
  const { key, type } = flag
  if (known === null) {
    const near = nearest(key, Object.keys(documents))
    const meant = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
    return {
      flag: key,
      ...(near !== undefined && { nearest: near }),
      message: `${absent} ${JSON.stringify(key)}: it answers its default${meant}`,
    }
  }
  if (known.type !== type)
    return {
      flag: key,
      message: `the flag ${JSON.stringify(key)} is declared as ${type}, but is ${known.type} on the server: it answers its default`,
    }
  const accepts = acceptsOf(flag)
  const strange = Object.values(known.variants).filter((value) => !accepts(value))
  if (strange.length === 0) return null
  return {
    flag: key,
    message: `the flag ${JSON.stringify(key)} has ${JSON.stringify(strange[0])} on the server, which the program did not declare: it answers its default instead`,
  }
}
