import { nearest } from '../../../shared/lint/near.ts'
import { createValueCheck } from './accept.ts'
import type { AnyFlags } from './calls.ts'
import type { ServedFlagShape } from './mismatches.ts'
import { overridden } from './override.ts'
import type { Fault } from './status.ts'

/**
 * Compares overrides with the declared flags and reports each mismatch once: an undeclared name, or a value that the
 * application does not accept. A text may be the key of a variant, so the check runs when documents have arrived, or
 * when none will.
 */
export const createOverrideMismatchCheck = (given: object, flags: AnyFlags, tell: (fault: Fault) => void) => {
  let isTold = false
  return (documents: { readonly [key: string]: ServedFlagShape }): void => {
    if (isTold) return
    isTold = true
    for (const [name, value] of Object.entries(given)) {
      const flag = Object.hasOwn(flags, name) ? flags[name] : Object.values(flags).find(({ key }) => key === name)
      const fault = flag === undefined ? undeclaredOverride(name, flags) : unacceptedOverride(flag, value, documents)
      if (fault !== null) tell(fault)
    }
  }
}

const undeclaredOverride = (name: string, flags: AnyFlags): Fault => {
  const near = nearest(name, Object.keys(flags))
  const meant = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
  return {
    flag: name,
    ...(near !== undefined && { nearest: near }),
    message: `overrides: the program declares no flag ${JSON.stringify(name)}${meant}`,
  }
}

const unacceptedOverride = (
  flag: AnyFlags[string],
  given: unknown,
  documents: { readonly [key: string]: ServedFlagShape },
): Fault | null => {
  const { key } = flag
  const variants = Object.hasOwn(documents, key) ? documents[key]?.variants : undefined
  const { value } = overridden(flag, given, variants).pick({}, 0)
  if (createValueCheck(flag)(value)) return null
  return {
    flag: key,
    message: `overrides: ${JSON.stringify(key)} is ${JSON.stringify(given)}, which the program did not declare: it answers its default`,
  }
}
