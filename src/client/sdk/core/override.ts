import { type Outcome, outcome } from '../../../shared/engine/outcome.ts'
import type { AnyFlags } from './calls.ts'
import type { Flag } from './define-flags.ts'
import type { EvaluationTarget } from './handle.ts'

/** Overrides by flag key: a value, or the key of a variant. */
export type Overrides = ReadonlyMap<string, unknown>

/** The slot of overridden evaluations, which are not counted and expose no one. */
export const overrideSlot = -2

/** Converts overrides by flag name, or by flag key, to overrides by flag key. */
export const overridesOf = (given: object, flags: AnyFlags): Overrides =>
  new Map(
    Object.entries(given).map(([name, value]) => [
      Object.hasOwn(flags, name) ? (flags[name]?.key ?? name) : name,
      value,
    ]),
  )

/** Creates the target that serves an override instead of the flag. */
export const overridden = (
  flag: Pick<Flag, 'key' | 'type'>,
  given: unknown,
  variants: { readonly [variant: string]: unknown } | undefined,
): EvaluationTarget => {
  const isVariant = typeof given === 'string' && variants !== undefined && Object.hasOwn(variants, given)
  const value = isVariant ? variants[given] : typeof given === 'string' ? read(given, flag.type) : given
  const answer = outcome({
    flag: flag.key,
    // Safe cast: the declaration's check decides whether the application accepts the value.
    value: value as Outcome['value'],
    variant: isVariant ? given : null,
    // A reason that exists only in client libraries; the server never uses it.
    reason: 'OVERRIDE' as Outcome['reason'],
    slot: overrideSlot,
  })
  return { timed: false, pick: () => answer }
}

/** Parses a value as people write it: `on`, `off`, `7`, `{"perMinute":5}`. */
const read = (text: string, type: Flag['type']): unknown => {
  if (type === 'string') return text
  if (type === 'boolean' && /^(on|off)$/.test(text)) return text === 'on'
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
