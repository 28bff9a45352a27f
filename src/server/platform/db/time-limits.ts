/** What a connection does, and so how long it may. */
export type Work = 'publish' | 'read' | 'replica' | 'door' | 'worker' | 'tail' | 'migration'

/** Milliseconds. */
export type TimeLimits = {
  /** For one statement. */
  readonly statementMs: number
  /** For one lock that somebody else holds. */
  readonly lockMs: number
  /** A transaction in which nobody asks anything ends after that, and lets go of its locks. */
  readonly idleMs: number
}

/**
 * How long each kind of work may take, and keep others waiting: PostgreSQL itself ends what lasts longer, so that a
 * server that is frozen in the middle of something frees what it holds. Whoever publishes waits out one that froze.
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

/** A peer that vanished is found out after these: seconds of silence, seconds between questions, questions. */
export const keepAlive = { idleSeconds: 10, everySeconds: 5, times: 4 }

/** What the server's end of a connection does not get rid of in so long ends it: a process that is frozen reads nothing. */
export const unreadMs = 60_000
