import type { UnleashConfig } from '../config.ts'

export type UnleashContext = Readonly<Record<string, unknown>>

/** Algorithms that the reference evaluator shares with the engine. Each is tested with its own published vectors. */
export type Tools = {
  /** MurmurHash3 x86 32-bit of the text, in the encoding of the SDK family that served users. */
  murmur3: (text: string, seed: number) => number
  /** Whether the text contains a match of an RE2 pattern. Null if the pattern is invalid. */
  matches: (pattern: string, ignoreCase: boolean, text: string) => boolean | null
  /** Whether an address is in a range or equals it. False if either is invalid. */
  inNetwork: (address: string, range: string, v6: boolean) => boolean
  /** Compares two SemVer 2.0 versions. Null if one is invalid; the second may start with `v`. */
  versionOrder: (actual: string, wanted: string) => number | null
}

/** The inputs of every step of an evaluation, and whether it was random. */
export type Scope = {
  config: UnleashConfig
  context: UnleashContext
  nowMs: number
  tools: Tools
  /** Set if Unleash decides at random, so that its result differs from call to call. */
  random: boolean
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A context value as a string: the field, otherwise the property with that name. */
export const contextText = (context: UnleashContext, name: string): string | null => {
  const properties = context['properties']
  const value = context[name] ?? (isObject(properties) ? properties[name] : undefined)
  return value === undefined || value === null ? null : textOf(value)
}

/**
 * JavaScript's string conversion, which the SDK uses for hashing and comparison. `[object Object]` for objects is
 * intended.
 */
// oxlint-disable-next-line typescript/no-base-to-string
export const textOf = (value: unknown): string => String(value)
