/** Samples elements from several groups, as evenly as possible. The order depends only on the seed. */
export function sampled<T>(groups: readonly (readonly T[])[], count: number, seed: number): T[] {
  const random = generator(seed)
  const shuffled = groups.map((group) => shuffle([...group], random))
  const found: T[] = []
  for (let at = 0; found.length < count && shuffled.some((group) => group.length > at); at++) {
    for (const group of shuffled) {
      const one = group[at]
      if (one !== undefined && found.length < count) found.push(one)
    }
  }
  return found
}

function shuffle<T>(list: T[], random: () => number): T[] {
  return list
    .map((one) => [random(), one] as const)
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one)
}

/** Mulberry32: pseudorandom numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
