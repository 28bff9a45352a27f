import type { Answer, Answers } from './answers.ts'
import type { AnyFlags, BoundCall, BoundCalls, ContextOf } from './calls.ts'
import type { AnyEvents, DetailsOf } from './define-events.ts'
import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'
import type { Logger } from './logger.ts'
import type { Fetch } from './platform.ts'
import type { Ready } from './ready.ts'
import type { Events, Status } from './status.ts'

/** The typed call of one flag, for the context of the page. Rules never reach a page, so `details` names none. */
export type PageCall<Value> = BoundCall<Value>
export type PageCalls<F> = BoundCalls<F>

/** The attributes that the declared flags require of the page's context, combined. */
export type PageContext<F> = ContextOf<F>

export type PageChange = { readonly keys: readonly string[] }

export type PageOptions<F extends AnyFlags, E extends AnyEvents = AnyEvents> = {
  /** Base URL of the Fanion server, for example `https://flags.example.com`. */
  readonly url: string | undefined
  /** A client key of the environment: `fan_cli_…`. Not a secret. */
  readonly key: string | undefined
  /** What `defineFlags` gave. */
  readonly flags: F
  /** The result of `defineEvents`. `track` then accepts only these events. */
  readonly events?: E | undefined
  /** The attributes of the visitor. */
  readonly context?: PageContext<F> | undefined
  /**
   * The bootstrapped answers from the server that rendered the page: the result of `getBootstrap` of the Node client.
   */
  readonly answers?: Answers | undefined
  /** Reports which variant of each flag was used, once per context, and by which run. Default: true. */
  readonly telemetry?: boolean | undefined
  /**
   * Stores the last answers for the next visit. Default: `localStorage`. Set it to `false` to store nothing, for
   * example before the visitor consents, or pass your own storage. Errors of the storage are ignored.
   */
  readonly storage?: false | Storage | undefined
  /** Another `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Receives updates at once, through a stream. `false`: polls every 30 s. */
  readonly streaming?: boolean | undefined
  /**
   * Receives one warning for each declared flag that the server does not serve, or serves with another type. Default:
   * the console, except in production. `error` listeners are always called.
   */
  readonly logger?: Logger | undefined
}

/** A key-value storage, such as `localStorage` or `sessionStorage`. */
type Storage = {
  readonly getItem: (name: string) => string | null
  readonly setItem: (name: string, text: string) => void
}

/** `PageOptions`, with `context` required if any attribute is. */
export type BrowserOptions<F extends AnyFlags, E extends AnyEvents = AnyEvents> = PageOptions<F, E> &
  (Record<never, never> extends PageContext<F> ? unknown : { readonly context: PageContext<F> })

/** A flag as adapters evaluate it. */
export type AdapterFlag<Value> = {
  readonly key: string
  readonly type: Flag['type']
  readonly default: Value
  readonly variants?: readonly Value[] | null
}

/** Replaces the server's answers, for the toolbar. */
export type AnswersOverride = (answers: readonly Answer[]) => readonly Answer[]

/** A connection of a page to one environment. No method throws or rejects. */
export type PageFanion<F extends AnyFlags = AnyFlags, E extends AnyEvents = AnyEvents> = {
  readonly flags: PageCalls<F>
  readonly status: Status
  /**
   * Waits for the server's first answer, at most 3 s or `timeoutMs`. Never rejects: `ready` says whether it arrived.
   */
  readonly ready: (options?: { readonly timeoutMs?: number }) => Promise<Ready>
  /**
   * Switches to another context, for example after a sign-in. Flags keep their values until the server has answered for
   * it.
   */
  readonly setContext: (context: PageContext<F>) => Promise<Ready>
  readonly on: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events<PageChange>[Name]) => unknown,
  ) => () => void
  /** Evaluates any flag by its key, for adapters. With `handedOver`, only from the bootstrapped answers. */
  readonly evaluate: <Value>(flag: AdapterFlag<Value>, handedOver?: boolean) => Details<Value>
  /** Returns only the value of `evaluate`. For adapters. */
  readonly value: <Value>(flag: AdapterFlag<Value>, handedOver?: boolean) => Value
  /**
   * Returns the server's last answers (null if there are none yet) and the context they are for. If `adjust` is given,
   * its result is served for these and all later answers; answers with the reason `OVERRIDE` are not counted. For the
   * toolbar.
   */
  readonly inspect: (adjust?: AnswersOverride) => {
    readonly flags: readonly Answer[] | null
    readonly context: Attributes
  }
  /** Tracks an event of the visitor: `page.track('purchase', { value: 49.9 })`. Never throws or blocks. */
  readonly track: <Name extends keyof E & string>(event: Name, details?: DetailsOf<E, Name>) => void
  readonly close: () => Promise<void>
}
