import { type Outcome, outcome } from '../../../shared/engine/outcome.ts'
import type { AnyFlags } from './calls.ts'
import type { Flag } from './define-flags.ts'
import type { Target } from './handle.ts'

/** What stands in for the answers of flags, by their keys: a value, or the key of a variant. */
export type Overrides = ReadonlyMap<string, unknown>

/** The counter of answers that something stood in for: they are counted nowhere, and expose nobody. */
export const overrideSlot = -2

/** Overrides as they were given, by the names or the keys of the flags. */
export const overridesOf = (given: object, flags: AnyFlags): Overrides =>
  new Map(
    Object.entries(given).map(([name, value]) => [
      Object.hasOwn(flags, name) ? (flags[name]?.key ?? name) : name,
      value,
    ]),
  )

/** What answers in place of a flag. */
export const overridden = (
  flag: Pick<Flag, 'key' | 'type'>,
  given: unknown,
  variants: { readonly [variant: string]: unknown } | undefined,
): Target => {
  const isVariant = typeof given === 'string' && variants !== undefined && Object.hasOwn(variants, given)
  const value = isVariant ? variants[given] : typeof given === 'string' ? read(given, flag.type) : given
  const answer = outcome({
    flag: flag.key,
    // Whatever was given; who declared the flag looks whether it can be handled.
    value: value as Outcome['value'],
    variant: isVariant ? given : null,
    // A reason of programs alone: no server evaluates so.
    reason: 'OVERRIDE' as Outcome['reason'],
    slot: overrideSlot,
  })
  return { timed: false, pick: () => answer }
}

/** A value of a type as people write it: `on`, `off`, `7`, `{"perMinute":5}`. */
const read = (text: string, type: Flag['type']): unknown => {
  if (type === 'string') return text
  if (type === 'boolean' && /^(on|off)$/.test(text)) return text === 'on'
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
