import { createBinder } from './bound.ts'
import type { BoundCall, Call } from './calls.ts'
import type { ClientRuntime } from './client-runtime.ts'
import type { Attributes, Flag } from './define-flags.ts'
import type { Evaluator } from './evaluator.ts'
import { createHookRunner, type Hook, withHooks } from './hooks.ts'
import type { Overrides } from './override.ts'

export type TypedCalls = {
  /** The call of each declared flag, by the name it was declared under. */
  readonly calls: Readonly<Record<string, Call<unknown>>>
  /** Binds the calls to a context, for example a request's. */
  readonly bind: (context: Attributes, overrides?: Overrides) => Readonly<Record<string, BoundCall<unknown>>>
  readonly evaluate: Evaluator['evaluate']
}

/** Wraps an evaluator's calls in hooks. Without hooks, the calls are the evaluator's own: no cost. */
export const createTypedCalls = (
  { platform, settings, events }: ClientRuntime,
  evaluator: Evaluator,
  hooks: readonly Hook[],
): TypedCalls => {
  const hooked = hooks.length === 0 ? null : createHookRunner(hooks, platform.warn, events.fault)
  const withHooksOf = (flag: Flag, call: Call<unknown>) => (hooked === null ? call : withHooks(call, flag, hooked))
  const callOf = (name: string, flag: Flag) => withHooksOf(flag, evaluator.calls[name] as Call<unknown>)
  const callsFrom = (make: typeof callOf) =>
    Object.fromEntries(Object.entries(settings.flags).map(([name, flag]) => [name, make(name, flag as Flag)]))

  const calls = callsFrom(callOf)
  const bindDefault = createBinder(calls)
  return {
    calls,
    bind: (context, overrides) => {
      if (overrides === undefined) return bindDefault(context)
      const overriddenCalls = callsFrom((name, flag) =>
        overrides.has(flag.key)
          ? withHooksOf(flag, evaluator.callWithOverrides(flag, overrides))
          : (calls[name] as Call<unknown>),
      )
      return createBinder(overriddenCalls)(context)
    },
    evaluate:
      hooked === null
        ? evaluator.evaluate
        : (flag, context) => hooked(flag, context, (changed) => evaluator.evaluate(flag, changed)),
  }
}
