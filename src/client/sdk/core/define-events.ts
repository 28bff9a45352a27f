/** What an event carries, as a program says it; `fanion pull` writes the same from what the project declares. */
export type EventDeclaration = {
  /** Whether it carries a number. */
  readonly value?: boolean
  /** A number, a boolean, or one of these texts. */
  readonly properties?: { readonly [name: string]: 'number' | 'boolean' | readonly string[] }
}

/** Events of any kinds, as a constraint. */
export type AnyEvents = { readonly [key: string]: EventDeclaration }

type PropertyOf<P> = P extends 'number'
  ? number
  : P extends 'boolean'
    ? boolean
    : P extends readonly (infer T)[]
      ? T
      : never

/** What may be said of an event besides that it happened. */
type TrackDetails<E extends EventDeclaration> = (E extends { readonly value: false }
  ? { readonly value?: never }
  : E extends { readonly value: boolean }
    ? { readonly value?: number }
    : string extends keyof E
      ? { readonly value?: number }
      : { readonly value?: never }) & {
  readonly properties?: E extends { readonly properties: infer P }
    ? { readonly [N in keyof P]?: PropertyOf<P[N]> }
    : never
}

/** The same where nothing is known of the event. */
export type AnyDetails = {
  readonly value?: number
  readonly properties?: { readonly [name: string]: number | boolean | string }
}

/** What may be said of the event of this key, where a program declares its events; anything where it does not. */
export type DetailsOf<E extends AnyEvents, Name extends keyof E> = string extends keyof E
  ? AnyDetails
  : TrackDetails<E[Name]>

/**
 * Declares the events that a program tells of: what it gives goes to `createFanion` beside the flags.
 *
 * ```ts
 * const events = defineEvents({
 *   purchase: { value: true, properties: { plan: ['free', 'gold'], items: 'number' } },
 *   'search-failed': {},
 * })
 * ```
 */
export const defineEvents = <const E extends AnyEvents>(events: E): E => events
