/**
 * - `not ready`: nothing has come yet; the declared defaults are served.
 * - `ready`: in touch with the server.
 * - `stale`: what came last is served (from the server, the file or the bootstrap); not in touch with the server.
 * - `error`: the server refuses the key, which is final; what came last is served.
 * - `closed`: `close` was called; what came last is served.
 */
export type State = 'not ready' | 'ready' | 'stale' | 'error' | 'closed'

/** Where the served values come from. */
export type Source = 'stream' | 'poll' | 'file' | 'storage' | 'bootstrap' | 'defaults'

export type Status = {
  readonly state: State
  /** Why it is not `ready`, or only by polling; in words for people. */
  readonly reason: string | null
  readonly source: Source
  /** The revision that is served; null for the declared defaults. */
  readonly revision: number | null
}

export type Change = {
  readonly revision: number
  /** The keys of the flags that may answer otherwise than before. */
  readonly keys: readonly string[]
}

export type Fault = {
  readonly message: string
  readonly cause?: unknown
  /** The key of the flag that it is about, where it is about one. */
  readonly flag?: string
  /** The key that was probably meant, where the environment has no such flag. */
  readonly nearest?: string
}

/** What a program can listen to; `C` is what a change brings. */
export type Events<C = Change> = { readonly change: C; readonly status: Status; readonly error: Fault }
