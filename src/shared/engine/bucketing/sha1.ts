import { paddedBlocks, rotate } from './padded.ts'

/** Returns the SHA-1 digest (FIPS 180-4, https://csrc.nist.gov/pubs/fips/180-4/upd1/final) as five 32-bit words. */
export const sha1 = (bytes: readonly number[]): Int32Array => {
  const digest = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)
  const w = new Int32Array(80)
  for (const block of paddedBlocks(bytes, true)) {
    w.set(block)
    for (let t = 16; t < 80; t += 1) {
      w[t] = rotate((w[t - 3] ?? 0) ^ (w[t - 8] ?? 0) ^ (w[t - 14] ?? 0) ^ (w[t - 16] ?? 0), 1)
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = digest
    for (let t = 0; t < 80; t += 1) {
      const mixed =
        t < 20
          ? ((b & c) | (~b & d)) + 0x5a827999
          : t < 40
            ? (b ^ c ^ d) + 0x6ed9eba1
            : t < 60
              ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
              : (b ^ c ^ d) + 0xca62c1d6
      const next = (rotate(a, 5) + mixed + e + (w[t] ?? 0)) | 0
      e = d
      d = c
      c = rotate(b, 30)
      b = a
      a = next
    }
    for (const [at, word] of [a, b, c, d, e].entries()) digest[at] = (digest[at] ?? 0) + word
  }
  return digest
}
