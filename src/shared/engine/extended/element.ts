import type { Context } from '../../schemas/context.ts'

/*
 * Conditions on the elements or the length of a list evaluate one value as if it were the context. A value that is not
 * an object has no attributes, no targeting key and no kind; only the empty path reads it.
 */

/** A context without attributes that wraps one value. */
class Element {
  readonly #value: unknown

  constructor(value: unknown) {
    this.#value = value
  }

  static of(context: unknown): unknown {
    return typeof context === 'object' && context !== null && #value in context ? context.#value : context
  }
}

/** Wraps a value as the context of conditions. */
export const contextOf = (value: unknown): Context => {
  const named = typeof value === 'object' && value !== null && !Array.isArray(value)
  // Safe cast: an object that can be indexed by any name is a context.
  return (named ? value : new Element(value)) as Context
}

/** Returns the value that a context wraps, or the context itself. */
export const elementOf = (context: unknown): unknown => Element.of(context)
