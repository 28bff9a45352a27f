/** Delays of the specification, section 9: the first one at most 1 s, doubling to at most 30 s. */
const retryMinMs = 1_000
export const retryMaxMs = 30_000

/**
 * A program that was in touch a moment ago waits at most 4 s, a hundred times over, which is some three minutes: so it is in
 * touch again within 5 s of the return of a server that was restarted or replaced. Ten thousand programs then make 5 000
 * attempts a second, which nobody answers while the server is away, and come back at 2 500 a second, which one server
 * takes. Whoever was never in touch, or is away for longer, goes on to 30 s.
 */
const briskMaxMs = 4_000
export const briskAttempts = 100

export type Backoff = {
  /** The time to wait before the next attempt, in ms. */
  readonly next: () => number
  /** Called after a success: the next failure starts small again. */
  readonly reset: () => void
}

/**
 * Exponential back-off with full jitter: uniform between nothing and a ceiling that doubles, so that many programs that
 * lost one server do not come back at the same moment. After a success the ceiling stays low for `brisk` attempts.
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
