import { paddedBlocks, rotate } from './padded.ts'

/** Returns the first 32 bits of the fractional part of a root, from which FIPS 180-4 derives its constants. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0

const primes: number[] = []
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
const constants = primes.map((prime) => fraction(Math.cbrt(prime)))
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** Returns the SHA-256 digest (FIPS 180-4, https://csrc.nist.gov/pubs/fips/180-4/upd1/final) as eight 32-bit words. */
export const sha256 = (bytes: readonly number[]): Int32Array => {
  const digest = Int32Array.from(start)
  const w = new Int32Array(64)
  for (const block of paddedBlocks(bytes, true)) {
    w.set(block)
    for (let t = 16; t < 64; t += 1) {
      const [x = 0, y = 0] = [w[t - 15], w[t - 2]]
      const s0 = rotate(x, 25) ^ rotate(x, 14) ^ (x >>> 3)
      const s1 = rotate(y, 15) ^ rotate(y, 13) ^ (y >>> 10)
      w[t] = (w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = digest
    for (let t = 0; t < 64; t += 1) {
      const s1 = rotate(e, 26) ^ rotate(e, 21) ^ rotate(e, 7)
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[t] ?? 0) + (w[t] ?? 0)) | 0
      const s0 = rotate(a, 30) ^ rotate(a, 19) ^ rotate(a, 10)
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) digest[at] = (digest[at] ?? 0) + word
  }
  return digest
}
