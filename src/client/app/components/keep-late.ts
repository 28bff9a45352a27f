/** Values on their way to where they are kept. */
export type Late = {
  has: (key: string) => boolean
  keys: () => Iterable<string>
  /** Keeps a value in the next pause; a later one of the same key takes its place. */
  keep: (key: string, value: unknown) => void
  /** What waits under a key is not kept. */
  drop: (key: string) => void
  /** Keeps everything that waits, now. */
  flush: () => void
}

/** Nothing was written for so long: a pause. */
const pauseMs = 400
/** However little somebody pauses, nothing waits longer. */
const longestMs = 3_000

/**
 * Calls `keep` with the last value of each key in a pause, and before the page is hidden, left or frozen: what is long is
 * not written with every key somebody types.
 */
export const keepLate = (keep: (key: string, value: unknown) => void): Late => {
  const waiting = new Map<string, unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sinceMs = 0
  let listening = false

  const flush = () => {
    clearTimeout(timer)
    const values = [...waiting]
    waiting.clear()
    for (const [key, value] of values) keep(key, value)
  }
  const listen = () => {
    if (listening) return
    listening = true
    addEventListener('pagehide', flush)
    addEventListener('blur', flush)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') flush()
    })
  }
  return {
    has: (key) => waiting.has(key),
    keys: () => waiting.keys(),
    keep: (key, value) => {
      listen()
      const nowMs = performance.now()
      if (waiting.size === 0) sinceMs = nowMs
      waiting.set(key, value)
      clearTimeout(timer)
      timer = setTimeout(flush, Math.max(0, Math.min(pauseMs, sinceMs + longestMs - nowMs)))
    },
    drop: (key) => {
      waiting.delete(key)
    },
    flush,
  }
}
