import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'

/** A context may be left out where none of its attributes is required. */
export type ContextArgument<Context extends object> =
  Record<never, never> extends Context ? [context?: Context | undefined] : [context: Context]

/** The typed call of one flag. */
export type Call<Value, Context extends object = Attributes> = {
  /** The value for this context. Never throws. */
  (...context: ContextArgument<Context>): Value
  /** The value, and why it is what it is. Never throws. */
  readonly details: (...context: ContextArgument<Context>) => Details<Value>
  /** The value, without being counted: for a log line, a cache key, a test. Never throws. */
  readonly peek: (...context: ContextArgument<Context>) => Value
}

/** The typed call of one flag for a context that is known already. */
export type BoundCall<Value> = {
  /** The value. Never throws. */
  (): Value
  /** The value, and why it is what it is. Never throws. */
  readonly details: () => Details<Value>
  /** The value, without being counted. Never throws. */
  readonly peek: () => Value
}

/** All flags for one context: that of a request, a job, a visitor. */
export type BoundCalls<F> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value, never> ? BoundCall<Value> : never
}

/** All that any of these flags requires of a context. */
export type ContextOf<F> = F extends { readonly [name: string]: Flag<unknown, infer Context> } ? Context : never

/** The typed calls of all flags that `defineFlags` gave. */
export type Calls<F> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value, infer Context> ? Call<Value, Context> : never
}

/** Flags of any types, as a constraint. */
export type AnyFlags = { readonly [name: string]: Flag<unknown, never> }
