/** Delays of the specification, section 9: the first one at most 1 s, doubling to at most 30 s. */
export const retryMinMs = 1_000
export const retryMaxMs = 30_000

export type Backoff = {
  /** The time to wait before the next attempt, in ms. */
  readonly next: () => number
  /** Called after a success: the next failure starts small again. */
  readonly reset: () => void
}

/**
 * Exponential back-off with full jitter: uniform between nothing and a ceiling that doubles, so that many programs that
 * lost one server do not come back at the same moment.
 * Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */
export const createBackoff = (random: () => number): Backoff => {
  let ceilingMs = retryMinMs
  return {
    next: () => {
      const waitMs = random() * ceilingMs
      ceilingMs = Math.min(ceilingMs * 2, retryMaxMs)
      return waitMs
    },
    reset: () => {
      ceilingMs = retryMinMs
    },
  }
}
