import type { UnleashConfig } from '../config.ts'

export type UnleashContext = Readonly<Record<string, unknown>>

/** The algorithms the reference does not write again: each is proven by its own published vectors. */
export type Tools = {
  /** murmur3_x86_32 of the text in the encoding of the SDK family that served the users. */
  murmur3: (text: string, seed: number) => number
  /** Whether an RE2 pattern is found in the text; null when the pattern is no RE2. */
  matches: (pattern: string, ignoreCase: boolean, text: string) => boolean | null
  /** Whether an address lies in a range, or equals it; false for what is neither. */
  inNetwork: (address: string, range: string, v6: boolean) => boolean
  /** Order of two versions of SemVer 2.0, or null when one is none; the second may start with `v`. */
  versionOrder: (actual: string, wanted: string) => number | null
}

/** What every step of one evaluation reads, and whether chance had a say. */
export type Scope = {
  config: UnleashConfig
  context: UnleashContext
  nowMs: number
  tools: Tools
  /** Set once the vendor would have thrown dice: then its answer differs from call to call. */
  random: boolean
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A context value as text: the field itself, then the property of that name. */
export const contextText = (context: UnleashContext, name: string): string | null => {
  const properties = context['properties']
  const value = context[name] ?? (isObject(properties) ? properties[name] : undefined)
  return value === undefined || value === null ? null : textOf(value)
}

/** JavaScript's text of a value, as the SDK hashes and compares it: `[object Object]` for an object is the point. */
// oxlint-disable-next-line typescript/no-base-to-string
export const textOf = (value: unknown): string => String(value)
