/** The part of a `fetch` answer that the library reads; every runtime's own `Response` has it. */
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
  /** For the last words of a page, which may be gone before they arrive. */
  readonly keepalive?: boolean
  /** For Next.js alone, which would else wait for the end of the stream; others take no notice of it. */
  readonly next?: { readonly internal: true }
}

export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

/** One text kept between two runs of a program. Both may reject; `read` gives null where there is none yet. */
export type TextFile = {
  readonly read: () => Promise<string | null>
  readonly write: (text: string) => Promise<void>
}

/**
 * Everything the library needs from where it runs. Nothing in `core/` reaches for a clock, a timer, randomness, the
 * network or a file in another way, so a test can hold all of them in its hand.
 */
export type Platform = {
  /** The entry point, for the server's list of connected programs, for example `@fanion/sdk/node`. */
  readonly name: string
  /** Wall-clock time in epoch ms. It may jump: only evaluation and reports look at it, never a time-out. */
  readonly now: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly newId: () => string
  /**
   * Runs `run` once after `afterMs`; the answer stops it. A timer keeps the process alive only where `hold` is true.
   */
  readonly startTimer: (run: () => void, afterMs: number, hold?: boolean) => () => void
  readonly fetch: Fetch
  /** Says something to the people who run the program, where nobody listens for errors. */
  readonly warn: (message: string) => void
  /** The program by its package, where there are files. */
  readonly build?: () => { readonly name?: string; readonly version?: string }
  readonly file: TextFile | null
  /** Where events lie that nobody took yet. */
  readonly outboxFile?: TextFile | null
}
