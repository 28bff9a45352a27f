import type { Call } from './calls.ts'
import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'

/** What a hook is told of an evaluation, as OpenFeature has it. */
export type HookContext = {
  readonly flagKey: string
  readonly flagValueType: Flag['type']
  // what an object flag gives is an object of any type
  // oxlint-disable-next-line typescript/no-explicit-any -- OpenFeature's own hooks take values of types of their own
  readonly defaultValue: any
  // oxlint-disable-next-line typescript/no-explicit-any -- a hook of OpenFeature takes the context type of its own SDK
  readonly context: any
  readonly clientMetadata: { readonly name: string; readonly providerMetadata: { readonly name: string } }
  readonly providerMetadata: { readonly name: string }
  readonly logger: Record<'error' | 'warn' | 'info' | 'debug', (...said: unknown[]) => void>
  /** What the stages of one hook leave for each other. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what the stages of a hook leave each other is of a type of its own
  readonly hookData: any
}

/** How an evaluation ended, as OpenFeature has it. */
export type HookDetails = {
  readonly flagKey: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a hook that is made for one type of value takes that type
  readonly value: any
  readonly variant?: string
  readonly reason: string
  // oxlint-disable-next-line typescript/no-explicit-any -- an enumeration of OpenFeature's own, whose values are our texts
  readonly errorCode?: any
  readonly errorMessage?: string
  readonly flagMetadata: { readonly [name: string]: string | number | boolean }
}

/**
 * Something that is told of each evaluation: OpenFeature's own hooks are such. An evaluation waits for none: what is
 * asynchronous goes on by itself, and what throws is told as an error and changes no answer.
 */
export type Hook = {
  /** May give attributes that are laid over the context. */
  before?(context: HookContext, hints?: Readonly<Record<string, unknown>>): unknown
  after?(context: HookContext, details: HookDetails, hints?: Readonly<Record<string, unknown>>): unknown
  error?(context: HookContext, error: unknown, hints?: Readonly<Record<string, unknown>>): unknown
  finally?(context: HookContext, details: HookDetails, hints?: Readonly<Record<string, unknown>>): unknown
}

const provider = Object.freeze({ name: 'fanion' })
const client = Object.freeze({ name: 'fanion', providerMetadata: provider })
const hints = Object.freeze({})

/** Runs evaluations with hooks around them: `before` in their order, the others in the opposite one. */
export const createHooked =
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

/** A flag's call with hooks around it; a peek is none of their business. */
export const withHooks = (call: Call<unknown>, flag: Flag, hooked: ReturnType<typeof createHooked>): Call<unknown> => {
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
