/**
 * MurmurHash3 x86 32-bit over units that may be wider than a byte, as an unsigned integer. On bytes, it is the plain
 * algorithm.
 * It reproduces how imurmurhash mixes UTF-16 code units (https://github.com/jensyt/imurmurhash-js): the high half of a
 * block's last unit wraps to the low end, and a remainder that is not positive as a 32-bit integer is ignored.
 */
export const murmur3Units = (units: readonly number[], seed: number): number => {
  const at = (index: number) => units[index] ?? 0
  const whole = units.length & ~3
  let h = seed | 0
  for (let i = 0; i < whole; i += 4) {
    const last = at(i + 3)
    h ^= mix(at(i) ^ (at(i + 1) << 8) ^ (at(i + 2) << 16) ^ ((last & 0xff) << 24) ^ ((last & 0xff00) >> 8))
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
  }
  const rest = at(whole) ^ (at(whole + 1) << 8) ^ (at(whole + 2) << 16)
  if (rest > 0) h ^= mix(rest)
  h ^= units.length
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const mix = (k: number): number => {
  const first = Math.imul(k, 0xcc9e2d51)
  return Math.imul((first << 15) | (first >>> 17), 0x1b873593)
}
