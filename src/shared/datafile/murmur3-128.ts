const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by))

const avalanche = (h: number): number => {
  let x = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}

/**
 * Returns MurmurHash3 x86 128-bit of the bytes as four unsigned 32-bit words. Not cryptographic. Source: Austin
 * Appleby's public domain MurmurHash3.cpp (SMHasher).
 */
export const murmur3x128 = (bytes: Uint8Array, seed = 0): [number, number, number, number] => {
  const c1 = 0x239b961b
  const c2 = 0xab0e9789
  const c3 = 0x38b34ae5
  const c4 = 0xa1e38b93
  let [h1, h2, h3, h4] = [seed, seed, seed, seed]
  const length = bytes.length
  const padded = new Uint8Array((length + 15) & ~15)
  padded.set(bytes)
  const words = new DataView(padded.buffer)
  // The last, partial block is only mixed in: its missing bytes are zero, and a zero word changes nothing.
  for (let at = 0; at < length; at += 16) {
    const whole = at + 16 <= length
    h1 ^= Math.imul(rotate(Math.imul(words.getInt32(at, true), c1), 15), c2)
    if (whole) h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0
    h2 ^= Math.imul(rotate(Math.imul(words.getInt32(at + 4, true), c2), 16), c3)
    if (whole) h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0
    h3 ^= Math.imul(rotate(Math.imul(words.getInt32(at + 8, true), c3), 17), c4)
    if (whole) h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0
    h4 ^= Math.imul(rotate(Math.imul(words.getInt32(at + 12, true), c4), 18), c1)
    if (whole) h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0
  }
  h1 ^= length
  h2 ^= length
  h3 ^= length
  h4 ^= length
  h1 += h2 + h3 + h4
  h2 += h1
  h3 += h1
  h4 += h1
  h1 = avalanche(h1)
  h2 = avalanche(h2)
  h3 = avalanche(h3)
  h4 = avalanche(h4)
  h1 += h2 + h3 + h4
  h2 += h1
  h3 += h1
  h4 += h1
  return [h1 >>> 0, h2 >>> 0, h3 >>> 0, h4 >>> 0]
}
