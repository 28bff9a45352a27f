import type { Context } from '../../schemas/context.ts'

/*
 * Conditions on the elements of a list (and on its length) ask about one value as if it were the context. What is no object
 * with names has no attributes, no targeting key and no kind; the empty path of a reference alone finds the value itself.
 */

/** A context without attributes that stands for one value. */
class Element {
  readonly #value: unknown

  constructor(value: unknown) {
    this.#value = value
  }

  static of(context: unknown): unknown {
    return typeof context === 'object' && context !== null && #value in context ? context.#value : context
  }
}

/** One value as the context of conditions. */
export const contextOf = (value: unknown): Context => {
  const named = typeof value === 'object' && value !== null && !Array.isArray(value)
  // An object that answers any name is a context.
  return (named ? value : new Element(value)) as Context
}

/** What a context was made of: the value of an element, any other context itself. */
export const elementOf = (context: unknown): unknown => Element.of(context)
