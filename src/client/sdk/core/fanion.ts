import type { Answers } from './answers.ts'
import type { AnyFlags, BoundCalls, Calls, ContextArgument, ContextOf } from './calls.ts'
import type { AnyEvents, DetailsOf } from './define-events.ts'
import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'
import type { Ready } from './ready.ts'
import type { Events, Status } from './status.ts'

/** An application's flags for one context. Follows updates and needs no closing. */
export type BoundFanion<F extends AnyFlags = AnyFlags> = {
  readonly context: ContextOf<F>
  readonly flags: BoundCalls<F>
  /** Evaluates the declared flags that are visible to clients, for this context. */
  readonly getBootstrap: () => Answers
  /** @deprecated Use `getBootstrap`. */
  readonly handOver: () => Answers
}

declare const requestOverrides: unique symbol

/** An opaque handle of the overrides of one request, as returned by `readOverrides`. */
export type RequestOverrides = { readonly [requestOverrides]: true }

/** A connection of an application to one environment. No method throws or rejects. */
export type Fanion<F extends AnyFlags = AnyFlags, E extends AnyEvents = AnyEvents> = {
  /** The typed call of each declared flag. */
  readonly flags: Calls<F>
  readonly status: Status
  /**
   * Waits for the first datafile from the server, at most 3 s or `timeoutMs`. Never rejects: if it did not arrive,
   * `ready` is false and `reason` explains why. Flags can be evaluated at any time.
   */
  readonly ready: (options?: { readonly timeoutMs?: number }) => Promise<Ready>
  /**
   * Adds a listener and returns a function that removes it. A `change` listener keeps the process alive, even while the
   * server is unreachable.
   */
  readonly on: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => unknown) => () => void
  /** Evaluates any flag by its key, declared or not. For adapters. */
  readonly evaluate: <Value>(
    flag: { readonly key: string; readonly type: Flag['type']; readonly default: Value },
    context?: Attributes,
  ) => Details<Value>
  /**
   * Evaluates the declared flags that are visible to clients, for embedding in a page as JSON. Pass the result to the
   * browser's `createFanion` as `answers`. Not counted as evaluations.
   */
  readonly getBootstrap: (...context: ContextArgument<ContextOf<F>>) => Answers
  /** @deprecated Use `getBootstrap`. */
  readonly handOver: (...context: ContextArgument<ContextOf<F>>) => Answers
  /**
   * Binds the flags to one context, such as that of a request or a job: `const { flags } = fanion.for({ targetingKey
   * })`.
   */
  readonly for: (context: ContextOf<F>, overrides?: RequestOverrides | null) => BoundFanion<F>
  /**
   * Verifies the overrides that a request carries, signed by the server key, and returns them for `for`. Returns null
   * if there are none, if they cannot be trusted (an `error` event explains why), or if `acceptOverrides` is off.
   */
  readonly readOverrides: (text: string | null | undefined) => Promise<RequestOverrides | null>
  /**
   * Tracks an event of a user: `fanion.track('purchase', context, { value: 49.9 })`. Sent within about 5 s and stored
   * once, even if it is sent twice. Never throws or blocks. Does nothing without `url` and `key`.
   */
  readonly track: <Name extends keyof E & string>(
    event: Name,
    context: Attributes,
    details?: DetailsOf<E, Name>,
  ) => void
  /** Sends the recorded evaluation counts, exposures and events. Never rejects. */
  readonly flush: () => Promise<void>
  /** Sends a last report and closes the connection. Flags keep serving their last values. */
  readonly close: () => Promise<void>
}
