import type { Flag } from './define-flags.ts'

/** What a program can handle of what a server may serve: the part of a flag that says so. */
export type Expected = Pick<Flag, 'type' | 'default' | 'variants'>

/**
 * Whether a value is one that the program can handle: of the flag's type, among its variants where it named them,
 * and a list exactly where the default is one. A value without is answered with the default.
 */
export const acceptsFor = ({ type, default: fallback, variants }: Expected): ((value: unknown) => boolean) =>
  variants !== null
    ? (value) => variants.includes(value)
    : // as `isOfType`, which a page that declares no flags itself need not load
      (value) =>
        typeof value === type &&
        value !== null &&
        Number.isFinite(value) === (type === 'number') &&
        Array.isArray(value) === Array.isArray(fallback)
