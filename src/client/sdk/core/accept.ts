import { type Flag, isOfType } from './define-flags.ts'

/** What a program can handle of what a server may serve: the part of a flag that says so. */
export type Expected = Pick<Flag, 'type' | 'default' | 'variants'>

/**
 * Whether a value is one that the program can handle: of the flag's type, among its variants where it named them,
 * and a list exactly where the default is one. A value without is answered with the default.
 */
export const acceptsFor = ({ type, default: fallback, variants }: Expected): ((value: unknown) => boolean) => {
  if (variants !== null) return (value) => variants.includes(value)
  const fits = isOfType[type]
  return type === 'object' ? (value) => fits(value) && Array.isArray(value) === Array.isArray(fallback) : fits
}
