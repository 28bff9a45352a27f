/** Seeded random choices (mulberry32). */
export type Random = {
  /** An integer from 0 to `below`, exclusive. */
  int: (below: number) => number
  /** True with probability 1/`times`. */
  once: (times: number) => boolean
  one: <T>(items: readonly T[]) => T
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    once: (times) => int(times) === 0,
    one: (items) => {
      const item = items[int(items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
  }
}
