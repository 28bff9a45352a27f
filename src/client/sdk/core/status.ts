/**
 * The state of a connection:
 * - `not ready`: nothing was received yet; the declared defaults are served.
 * - `ready`: up to date with the server.
 * - `stale`: not connected; the last data is served (from the server, the file or the bootstrap).
 * - `error`: the server rejects the key, which is final; the last data is served.
 * - `closed`: `close` was called; the last data is served.
 */
export type State = 'not ready' | 'ready' | 'stale' | 'error' | 'closed'

/** Where the served values come from. */
export type Source = 'stream' | 'poll' | 'file' | 'storage' | 'bootstrap' | 'defaults'

export type Status = {
  readonly state: State
  /** Why the client is not `ready`, or why it only polls. For logs. */
  readonly reason: string | null
  readonly source: Source
  /** The served revision; null if only declared defaults are served. */
  readonly revision: number | null
}

export type Change = {
  readonly revision: number
  /** The keys of the flags whose values may have changed. */
  readonly keys: readonly string[]
}

export type Fault = {
  readonly message: string
  readonly cause?: unknown
  /** The key of the flag concerned, if any. */
  readonly flag?: string
  /** The most similar flag key, if the environment has no flag with the declared key. */
  readonly nearest?: string
}

/** The events of a client. `C` is the payload of `change`. */
export type Events<C = Change> = { readonly change: C; readonly status: Status; readonly error: Fault }
