export type DebouncedWrites = {
  has: (key: string) => boolean
  keys: () => Iterable<string>
  /** Stores a value after a pause. A later value of the same key replaces it. */
  keep: (key: string, value: unknown) => void
  drop: (key: string) => void
  flush: () => void
}

/** Debounce in milliseconds. */
const pauseMs = 400
/** Maximum delay during continuous writes, in milliseconds. */
const longestMs = 3_000

/**
 * Debounces writes: calls `keep` with the latest value of each key after a pause, and before the page is hidden, left
 * or frozen. Avoids writing large values with every keystroke.
 */
export const debounceWrites = (keep: (key: string, value: unknown) => void): DebouncedWrites => {
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
