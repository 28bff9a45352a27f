/** Purpose of a connection, which decides its timeouts. */
export type Work = 'publish' | 'read' | 'replica' | 'door' | 'worker' | 'tail' | 'migration'

/** Milliseconds. */
export type TimeLimits = {
  /** Timeout of one statement. */
  readonly statementMs: number
  /** Timeout for acquiring one lock. */
  readonly lockMs: number
  /** A transaction that is idle for longer is ended and releases its locks. */
  readonly idleMs: number
}

/**
 * Timeouts by purpose, enforced by PostgreSQL itself, so that a server that freezes mid-transaction releases its locks.
 * A publisher waits for a lock longer than a frozen server can have it.
 */
export const timeLimits: Readonly<Record<Work, TimeLimits>> = {
  publish: { statementMs: 15_000, lockMs: 5_000, idleMs: 2_000 },
  read: { statementMs: 30_000, lockMs: 5_000, idleMs: 10_000 },
  replica: { statementMs: 30_000, lockMs: 5_000, idleMs: 10_000 },
  door: { statementMs: 5_000, lockMs: 3_000, idleMs: 3_000 },
  worker: { statementMs: 60_000, lockMs: 5_000, idleMs: 2_000 },
  tail: { statementMs: 10_000, lockMs: 5_000, idleMs: 5_000 },
  migration: { statementMs: 1_800_000, lockMs: 500, idleMs: 60_000 },
}

/**
 * TCP keepalive: seconds of silence before the first probe, seconds between probes, and probes before the peer counts
 * as gone.
 */
export const keepAlive = { idleSeconds: 10, everySeconds: 5, times: 4 }

/** The server closes a connection if sent data stays unacknowledged for this long. A frozen process reads nothing. */
export const unreadMs = 60_000
