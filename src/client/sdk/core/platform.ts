/** The part of a `fetch` response that the library reads. Every runtime's `Response` has it. */
export type FetchResponse = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: ReadableStream<Uint8Array> | null
  text(): Promise<string>
}

type FetchInit = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** Set for reports that are sent while a page unloads. */
  readonly keepalive?: boolean
  /** For Next.js only: prevents it from waiting for the end of the stream. Other runtimes ignore it. */
  readonly next?: { readonly internal: true }
}

export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

/** A text file that outlives the process. Both methods may reject; `read` returns null if there is no file. */
export type TextFile = {
  readonly read: () => Promise<string | null>
  readonly write: (text: string) => Promise<void>
}

/**
 * Everything the library needs from its runtime. Code in `core/` has no other access to clocks, timers, randomness, the
 * network or files, so that tests can control all of them.
 */
export type Platform = {
  /** Package entry point, for the server's list of connected applications: for example `@fanion/sdk/node`. */
  readonly name: string
  /** Wall-clock time in epoch ms. It may jump, so only evaluation and reports use it, never a timeout. */
  readonly now: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly newId: () => string
  /**
   * Calls `run` once after `afterMs`, and returns a function that cancels it. The timer keeps the process alive only if
   * `hold` is true.
   */
  readonly startTimer: (run: () => void, afterMs: number, hold?: boolean) => () => void
  readonly fetch: Fetch
  /** Warns the developers of the application if there is no `error` listener. */
  readonly warn: (message: string) => void
  /** Name and version of the application's package, in runtimes with files. */
  readonly build?: () => { readonly name?: string; readonly version?: string }
  readonly file: TextFile | null
  /** Stores events that the server has not acknowledged. */
  readonly outboxFile?: TextFile | null
}
