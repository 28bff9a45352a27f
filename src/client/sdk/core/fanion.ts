import type { Answers } from './answers.ts'
import type { AnyFlags, BoundCalls, Calls, ContextArgument, ContextOf } from './calls.ts'
import type { AnyEvents, DetailsOf } from './define-events.ts'
import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'
import type { Ready } from './ready.ts'
import type { Events, Status } from './status.ts'

/** A program's flags for one context; it follows changes, and needs no closing. */
export type BoundFanion<F extends AnyFlags = AnyFlags> = {
  readonly context: ContextOf<F>
  readonly flags: BoundCalls<F>
  /** The answers for this context that a page may see. */
  readonly getBootstrap: () => Answers
  /** @deprecated Its name is `getBootstrap`. */
  readonly handOver: () => Answers
}

declare const requestOverrides: unique symbol

/** What stands in for the answers of flags in one request; `readOverrides` gives it. */
export type RequestOverrides = { readonly [requestOverrides]: true }

/** A program's connection to one environment. Nothing here throws or rejects. */
export type Fanion<F extends AnyFlags = AnyFlags, E extends AnyEvents = AnyEvents> = {
  /** The typed call of each declared flag. */
  readonly flags: Calls<F>
  readonly status: Status
  /**
   * Waits until the server has answered, at most 3 s or `timeoutMs`. Resolves in any case: `ready` says whether it has,
   * `reason` why it has not. Flags can be called before, meanwhile and after.
   */
  readonly ready: (options?: { readonly timeoutMs?: number }) => Promise<Ready>
  /**
   * Adds a listener; the answer takes it away. While there is one for `change`, the process is kept alive to hear of
   * the next one, also where the server is away.
   */
  readonly on: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => unknown) => () => void
  /** Evaluates any flag by its key; for adapters. */
  readonly evaluate: <Value>(
    flag: { readonly key: string; readonly type: Flag['type']; readonly default: Value },
    context?: Attributes,
  ) => Details<Value>
  /**
   * The answers for a context that a page may see, of the declared flags that are visible to clients: put them into the
   * page as JSON and give them to the browser's `createFanion` as `answers`. Not counted as evaluations.
   */
  readonly getBootstrap: (...context: ContextArgument<ContextOf<F>>) => Answers
  /** @deprecated Its name is `getBootstrap`. */
  readonly handOver: (...context: ContextArgument<ContextOf<F>>) => Answers
  /** The flags for one context, such as that of a request or a job: `const { flags } = fanion.for({ targetingKey })`. */
  readonly for: (context: ContextOf<F>, overrides?: RequestOverrides | null) => BoundFanion<F>
  /**
   * The overrides that a request brings, signed by the server key, for `for`; null where it brings none, where they are not
   * to be trusted (an `error` listener hears why), or where `acceptOverrides` is not on.
   */
  readonly readOverrides: (text: string | null | undefined) => Promise<RequestOverrides | null>
  /**
   * Tells that somebody did something: `fanion.track('purchase', context, { value: 49.9 })`. It goes out within seconds, and
   * is stored once. Never throws, never waits; where `url` or `key` is not set it does nothing.
   */
  readonly track: <Name extends keyof E & string>(
    event: Name,
    context: Attributes,
    details?: DetailsOf<E, Name>,
  ) => void
  /** Reports what was counted and told so far. */
  readonly flush: () => Promise<void>
  /** Ends the connection, with a last report. Flags can still be called and answer as before. */
  readonly close: () => Promise<void>
}
