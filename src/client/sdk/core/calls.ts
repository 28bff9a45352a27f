import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'

/** A context may be left out where none of its attributes is required. */
type ContextArgument<Context extends object> =
  Record<never, never> extends Context ? [context?: Context] : [context: Context]

/** The typed call of one flag. */
export type Call<Value, Context extends object = Attributes> = {
  /** The value for this context. Never throws. */
  (...context: ContextArgument<Context>): Value
  /** The value, and why it is what it is. Never throws. */
  readonly details: (...context: ContextArgument<Context>) => Details<Value>
}

/** The typed calls of all flags that `defineFlags` gave. */
export type Calls<F> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value, infer Context> ? Call<Value, Context> : never
}

/** Flags of any types, as a constraint. */
export type AnyFlags = { readonly [name: string]: Flag<unknown, never> }
