import { AsyncLocalStorage } from 'node:async_hooks'
import type { Answers } from '../core/answers.ts'
import type { AnyFlags, BoundCall, BoundCalls, ContextOf } from '../core/calls.ts'
import type { BoundFanion, Fanion } from '../core/fanion.ts'

/** The flags of whatever request is under way, for code that is not handed the request. */
export type RequestFanion<F extends AnyFlags = AnyFlags> = {
  /** Does something for a context: all that it calls, awaits and starts has that context. Gives what `act` gives. */
  readonly run: <Result>(context: ContextOf<F>, act: () => Result) => Result
  /** The typed call of each flag, for the context that is under way; outside of `run` for an empty one. */
  readonly flags: BoundCalls<F>
  /** The answers for the context that is under way that a page may see. */
  readonly getBootstrap: () => Answers
}

/**
 * Gives each request a context of its own, in any framework for Node, Deno and Bun: its first handler calls `run`, and whatever
 * comes after reads `flags` without a context, however deep it is called.
 *
 * ```ts
 * export const visitor = perRequest(fanion)
 * app.use((request, _, next) => visitor.run({ targetingKey: request.user.id }, next))
 * if (visitor.flags.checkout()) …
 * ```
 */
export const perRequest = <F extends AnyFlags>(fanion: Pick<Fanion<F>, 'for' | 'flags'>): RequestFanion<F> => {
  const storage = new AsyncLocalStorage<BoundFanion<F>>()
  // outside of a request nothing is known; what no rule can be held to is answered by the rest of the flag
  const outside = fanion.for({} as ContextOf<F>)
  const current = () => storage.getStore() ?? outside
  // a flag's call is looked up when it is called: whoever keeps one keeps no request
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
    // one call for each declared flag, as `fanion.flags` has it
    flags: Object.freeze(Object.fromEntries(Object.keys(fanion.flags).map(callOf))) as BoundCalls<F>,
    getBootstrap: () => current().getBootstrap(),
  }
}
