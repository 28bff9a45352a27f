import { paddedBlocks, rotate } from './padded.ts'

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const constants = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) | 0)

/**
 * Returns the MD5 digest (RFC 1321, https://www.rfc-editor.org/rfc/rfc1321) as four 32-bit words, most significant byte
 * first.
 */
export const md5 = (bytes: readonly number[]): Int32Array => {
  const digest = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  for (const block of paddedBlocks(bytes, false)) {
    let [a = 0, b = 0, c = 0, d = 0] = digest
    for (let i = 0; i < 64; i += 1) {
      const round = i >> 4
      const [mixed, at] =
        round === 0
          ? [(b & c) | (~b & d), i]
          : round === 1
            ? [(d & b) | (~d & c), 5 * i + 1]
            : round === 2
              ? [b ^ c ^ d, 3 * i + 5]
              : [c ^ (b | ~d), 7 * i]
      const sum = (a + mixed + (constants[i] ?? 0) + (block[at & 15] ?? 0)) | 0
      a = d
      d = c
      c = b
      b = (b + rotate(sum, shifts[round * 4 + (i & 3)] ?? 0)) | 0
    }
    for (const [at, word] of [a, b, c, d].entries()) digest[at] = (digest[at] ?? 0) + word
  }
  return digest.map((w) => (w << 24) | ((w & 0xff00) << 8) | ((w >>> 8) & 0xff00) | (w >>> 24))
}
