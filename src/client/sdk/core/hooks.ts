import type { Call } from './calls.ts'
import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'

/** What a hook receives about an evaluation, as OpenFeature defines it. */
export type HookContext = {
  readonly flagKey: string
  readonly flagValueType: Flag['type']
  // An object flag may have any object type.
  // oxlint-disable-next-line typescript/no-explicit-any -- hooks for OpenFeature may declare any value type
  readonly defaultValue: any
  // oxlint-disable-next-line typescript/no-explicit-any -- hooks for OpenFeature use the context type of their SDK
  readonly context: any
  readonly clientMetadata: { readonly name: string; readonly providerMetadata: { readonly name: string } }
  readonly providerMetadata: { readonly name: string }
  readonly logger: Record<'error' | 'warn' | 'info' | 'debug', (...said: unknown[]) => void>
  /** Data that the stages of one hook share. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each hook defines the type of its own data
  readonly hookData: any
}

/** The result of an evaluation, as OpenFeature defines it. */
export type HookDetails = {
  readonly flagKey: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a hook may be written for one type of value
  readonly value: any
  readonly variant?: string
  readonly reason: string
  // oxlint-disable-next-line typescript/no-explicit-any -- OpenFeature's enum, whose values are our texts
  readonly errorCode?: any
  readonly errorMessage?: string
  readonly flagMetadata: { readonly [name: string]: string | number | boolean }
}

/**
 * A hook around each evaluation; compatible with OpenFeature's hooks. Evaluations do not wait for asynchronous hooks.
 * An error thrown by a hook is reported as an `error` event and changes no value.
 */
export type Hook = {
  /** May return attributes that are merged over the context. */
  before?(context: HookContext, hints?: Readonly<Record<string, unknown>>): unknown
  after?(context: HookContext, details: HookDetails, hints?: Readonly<Record<string, unknown>>): unknown
  error?(context: HookContext, error: unknown, hints?: Readonly<Record<string, unknown>>): unknown
  finally?(context: HookContext, details: HookDetails, hints?: Readonly<Record<string, unknown>>): unknown
}

const provider = Object.freeze({ name: 'fanion' })
const client = Object.freeze({ name: 'fanion', providerMetadata: provider })
const hints = Object.freeze({})

/** Runs evaluations with hooks: `before` in order, the other stages in reverse order. */
export const createHookRunner =
  (hooks: readonly Hook[], warn: (message: string) => void, onThrow: (message: string, cause: unknown) => void) =>
  <Value>(
    flag: Pick<Flag, 'key' | 'type'> & { readonly default: Value },
    given: Attributes | undefined,
    evaluate: (context: Attributes | undefined) => Details<Value>,
  ): Details<Value> => {
    let context = given
    const say = (...said: unknown[]) => warn(said.map(String).join(' '))
    const logger = { error: say, warn: say, info: () => {}, debug: () => {} }
    const run = (stage: keyof Hook, act: () => unknown): unknown => {
      const failed = (cause: unknown) =>
        onThrow(`a hook threw in ${stage} of ${flag.key}: ${Object(cause).message}`, cause)
      try {
        const result = act()
        if (!(result instanceof Promise)) return result
        result.catch(failed)
      } catch (cause) {
        failed(cause)
      }
      return undefined
    }
    const data = hooks.map(() => new Map<string, unknown>())
    const contextOf = (at: number): HookContext => ({
      flagKey: flag.key,
      flagValueType: flag.type,
      defaultValue: flag.default,
      context: context ?? {},
      clientMetadata: client,
      providerMetadata: provider,
      logger,
      hookData: data[at],
    })
    for (const [at, hook] of hooks.entries()) {
      const more = run('before', () => hook.before?.(contextOf(at), hints))
      if (typeof more === 'object' && more !== null) context = { ...context, ...more }
    }
    const found = evaluate(context)
    const details = detailsFor(flag.key, found)
    for (const [at, hook] of [...hooks.entries()].reverse()) {
      if (found.errorCode === null) run('after', () => hook.after?.(contextOf(at), details, hints))
      else
        run('error', () => hook.error?.(contextOf(at), new Error(found.errorMessage ?? String(found.errorCode)), hints))
      run('finally', () => hook.finally?.(contextOf(at), details, hints))
    }
    return found
  }

/** Wraps a flag's call with hooks. `peek` runs without them. */
export const withHooks = (
  call: Call<unknown>,
  flag: Flag,
  hooked: ReturnType<typeof createHookRunner>,
): Call<unknown> => {
  const details = (context?: Attributes) => hooked(flag, context, (asked) => call.details(asked))
  return Object.freeze(Object.assign((context?: Attributes) => details(context).value, { details, peek: call.peek }))
}

const detailsFor = (flagKey: string, details: Details<unknown>): HookDetails => {
  const { value, variant, reason, errorCode, errorMessage, revision, rule } = details
  return {
    flagKey,
    value,
    reason,
    ...(variant !== null && { variant }),
    ...(errorCode !== null && { errorCode }),
    ...(errorMessage !== null && { errorMessage }),
    flagMetadata: { ...(revision !== null && { revision }), ...(rule !== null && { rule: rule.id }) },
  }
}
