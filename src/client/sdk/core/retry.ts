/** Ceilings of the delay before a retry: 1 s at first, doubling to 30 s. Specification, section 9. */
const retryMinMs = 1_000
export const retryMaxMs = 30_000

/**
 * A client that was connected waits at most 4 s, for 100 attempts (about three minutes), so it reconnects within 5 s
 * after a server is restarted or replaced.
 * 10,000 such clients make 5,000 attempts per second while the server is away, and return at 2,500 per second, which
 * one server can handle. Clients that never connected, or are away for longer, back off to 30 s.
 */
const briskMaxMs = 4_000
export const briskAttempts = 100

export type Backoff = {
  /** Returns the time to wait before the next attempt, in ms. */
  readonly next: () => number
  /** Call after a success: the next failure starts with the shortest delay. */
  readonly reset: () => void
}

/**
 * Creates an exponential backoff with full jitter: delays are uniform between 0 and a ceiling that doubles, so that
 * clients that lost the same server do not return at once. After a success, the ceiling stays low for `brisk` attempts.
 * Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */
export const createBackoff = (random: () => number, brisk = 0): Backoff => {
  let ceilingMs = retryMinMs
  let briskLeft = 0
  return {
    next: () => {
      const waitMs = random() * ceilingMs
      const maxMs = briskLeft > 0 ? briskMaxMs : retryMaxMs
      briskLeft -= 1
      ceilingMs = Math.min(ceilingMs * 2, maxMs)
      return waitMs
    },
    reset: () => {
      ceilingMs = retryMinMs
      briskLeft = brisk
    },
  }
}
