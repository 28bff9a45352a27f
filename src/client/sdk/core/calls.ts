import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'

/** The context argument of a call. Optional if no attribute is required. */
export type ContextArgument<Context extends object> =
  Record<never, never> extends Context ? [context?: Context | undefined] : [context: Context]

/** The typed call of one flag. */
export type Call<Value, Context extends object = Attributes> = {
  /** Returns the value for this context. Never throws. */
  (...context: ContextArgument<Context>): Value
  /** Returns the value with its variant, reason and revision. Never throws. */
  readonly details: (...context: ContextArgument<Context>) => Details<Value>
  /** Returns the value without counting the evaluation, for a log line, a cache key or a test. Never throws. */
  readonly peek: (...context: ContextArgument<Context>) => Value
}

/** The typed call of one flag, bound to a context. */
export type BoundCall<Value> = {
  /** Returns the value. Never throws. */
  (): Value
  /** Returns the value with its variant, reason and revision. Never throws. */
  readonly details: () => Details<Value>
  /** Returns the value without counting the evaluation. Never throws. */
  readonly peek: () => Value
}

/** The calls of all flags, bound to one context: of a request, a job or a visitor. */
export type BoundCalls<F> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value, never> ? BoundCall<Value> : never
}

/** The attributes that these flags require of a context, combined. */
export type ContextOf<F> = F extends { readonly [name: string]: Flag<unknown, infer Context> } ? Context : never

/** The typed calls of all flags declared with `defineFlags`. */
export type Calls<F> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value, infer Context> ? Call<Value, Context> : never
}

/** Flags of any types, as a constraint. */
export type AnyFlags = { readonly [name: string]: Flag<unknown, never> }
