import { AsyncLocalStorage } from 'node:async_hooks'
import type { Answers } from '../core/answers.ts'
import type { AnyFlags, BoundCall, BoundCalls, ContextOf } from '../core/calls.ts'
import type { BoundFanion, Fanion } from '../core/fanion.ts'

/** The flags of the current request, for code that has no access to the request. */
export type RequestFanion<F extends AnyFlags = AnyFlags> = {
  /** Runs `act` with a context that applies to everything it calls, awaits and starts. Returns the result of `act`. */
  readonly run: <Result>(context: ContextOf<F>, act: () => Result) => Result
  /** The typed call of each flag, for the current context; outside of `run`, for an empty one. */
  readonly flags: BoundCalls<F>
  /** Evaluates the declared flags that are visible to clients, for the current context. */
  readonly getBootstrap: () => Answers
}

/**
 * Gives each request its own context, in any framework for Node, Deno and Bun. The first handler calls `run`; all code
 * after it reads `flags` without passing a context.
 * ```ts
 * export const visitor = perRequest(fanion)
 * app.use((request, _, next) => visitor.run({ targetingKey: request.user.id }, next))
 * if (visitor.flags.checkout()) …
 * ```
 */
export const perRequest = <F extends AnyFlags>(fanion: Pick<Fanion<F>, 'for' | 'flags'>): RequestFanion<F> => {
  const storage = new AsyncLocalStorage<BoundFanion<F>>()
  // Outside of a request, the context is empty: rules do not match, and flags serve "everyone else".
  const outside = fanion.for({} as ContextOf<F>)
  const current = () => storage.getStore() ?? outside
  // Looked up on each call, so that a stored call does not keep a request alive.
  const callOf = (name: keyof F) => {
    const call = () => current().flags[name] as BoundCall<unknown>
    const bound: BoundCall<unknown> = Object.assign(() => call()(), {
      details: () => call().details(),
      peek: () => call().peek(),
    })
    return [name, bound] as const
  }
  return {
    run: (context, act) => storage.run(fanion.for(context), act),
    // Safe cast: one call for each declared flag, as in `fanion.flags`.
    flags: Object.freeze(Object.fromEntries(Object.keys(fanion.flags).map(callOf))) as BoundCalls<F>,
    getBootstrap: () => current().getBootstrap(),
  }
}
