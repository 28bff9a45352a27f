/** The declaration of an event. `fanion pull` generates it from the events that the project declares. */
export type EventDeclaration = {
  /** Whether the event has a numeric value. */
  readonly value?: boolean
  /** Properties by name: a number, a boolean, or one of the listed texts. */
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

/** The details of an event that is not declared. */
export type AnyDetails = {
  readonly value?: number
  readonly properties?: { readonly [name: string]: number | boolean | string }
}

/** The details of an event: as declared, or `AnyDetails` if the application declares no events. */
export type DetailsOf<E extends AnyEvents, Name extends keyof E> = string extends keyof E
  ? AnyDetails
  : TrackDetails<E[Name]>

/**
 * Declares the events that an application tracks. Pass the result to `createFanion` as `events`.
 * ```ts
 * const events = defineEvents({
 *   purchase: { value: true, properties: { plan: ['free', 'gold'], items: 'number' } },
 *   'search-failed': {},
 * })
 * ```
 */
export const defineEvents = <const E extends AnyEvents>(events: E): E => events
