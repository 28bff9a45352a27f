import type { Answer, Answers } from './answers.ts'
import type { AnyFlags, BoundCall, BoundCalls, ContextOf } from './calls.ts'
import type { AnyEvents, DetailsOf } from './define-events.ts'
import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'
import type { Logger } from './logger.ts'
import type { Fetch } from './platform.ts'
import type { Ready } from './ready.ts'
import type { Events, Status } from './status.ts'

/** The typed call of one flag in a page, for the context of the page. Rules never reach a page, so details name none. */
export type PageCall<Value> = BoundCall<Value>
export type PageCalls<F> = BoundCalls<F>

/** What a page must know about its visitor: all that any of its flags requires. */
export type PageContext<F> = ContextOf<F>

export type PageChange = { readonly keys: readonly string[] }

export type PageOptions<F extends AnyFlags, E extends AnyEvents = AnyEvents> = {
  /** The address of the Fanion server, for example `https://flags.example.com`. */
  readonly url: string | undefined
  /** A client key of the environment, `fan_cli_…`. It is no secret. */
  readonly key: string | undefined
  /** What `defineFlags` gave. */
  readonly flags: F
  /** What `defineEvents` gave: `track` takes these, and no others. */
  readonly events?: E | undefined
  /** What the page knows about its visitor. */
  readonly context?: PageContext<F> | undefined
  /** What the server that rendered the page handed over: `getBootstrap` of the Node entry gives it. */
  readonly answers?: Answers | undefined
  /** Whether the page reports which variant of each flag it was given, once for a context, and by which run. By default it does. */
  readonly telemetry?: boolean | undefined
  /**
   * Where the last answers are kept for the next visit: `localStorage` unless told, nowhere with `false` (before the
   * visitor has consented, for example), or a storage of your own. What it throws is taken for nothing kept.
   */
  readonly storage?: false | Storage | undefined
  /** Another `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Whether the page hears of changes at once, by a stream. `false`: it asks every 30 s. */
  readonly streaming?: boolean | undefined
  /**
   * Where it is said once what does not fit: a declared flag that the server does not answer, or answers with another
   * type. By default the console outside production; `error` listeners hear it in any case.
   */
  readonly logger?: Logger | undefined
}

/** What keeps a text under a name; `localStorage` and `sessionStorage` are such. */
type Storage = {
  readonly getItem: (name: string) => string | null
  readonly setItem: (name: string, text: string) => void
}

/** The same, where a context must be given as soon as any of its attributes is required. */
export type BrowserOptions<F extends AnyFlags, E extends AnyEvents = AnyEvents> = PageOptions<F, E> &
  (Record<never, never> extends PageContext<F> ? unknown : { readonly context: PageContext<F> })

/** A flag as an adapter asks for it. */
export type Asked<Value> = {
  readonly key: string
  readonly type: Flag['type']
  readonly default: Value
  readonly variants?: readonly Value[] | null
}

/** What is served in place of the answers that the server gave. */
export type Adjust = (answers: readonly Answer[]) => readonly Answer[]

/** A page's connection to one environment. Nothing here throws or rejects. */
export type PageFanion<F extends AnyFlags = AnyFlags, E extends AnyEvents = AnyEvents> = {
  readonly flags: PageCalls<F>
  readonly status: Status
  /** Waits for the server's first answer, at most 3 s or `timeoutMs`. Resolves in any case, saying whether it came. */
  readonly ready: (options?: { readonly timeoutMs?: number }) => Promise<Ready>
  /** The visitor is somebody else now. Flags answer as before until the server has answered for the new context. */
  readonly setContext: (context: PageContext<F>) => Promise<Ready>
  readonly on: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events<PageChange>[Name]) => unknown,
  ) => () => void
  /** Reads any flag by its key; `handedOver` as the server that rendered the page saw it. For adapters. */
  readonly evaluate: <Value>(flag: Asked<Value>, handedOver?: boolean) => Details<Value>
  /** As `evaluate`, the value alone. For adapters. */
  readonly value: <Value>(flag: Asked<Value>, handedOver?: boolean) => Value
  /**
   * What the server answered last (null before there is anything), and for whom. Given `adjust`, what that makes of these and of later answers is served from
   * now on; answers with the reason `OVERRIDE` are counted nowhere. For the toolbar.
   */
  readonly inspect: (adjust?: Adjust) => { readonly flags: readonly Answer[] | null; readonly context: Attributes }
  /** Tells that the visitor did something: `page.track('purchase', { value: 49.9 })`. Never throws, never waits. */
  readonly track: <Name extends keyof E & string>(event: Name, details?: DetailsOf<E, Name>) => void
  readonly close: () => Promise<void>
}
