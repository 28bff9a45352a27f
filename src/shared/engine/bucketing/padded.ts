/**
 * A message in blocks of sixteen 32-bit words, padded as MD5 and the SHA family do: a one bit, zeros, and the length in
 * bits. `bigEndian` is the order of bytes in a word, and of the words of the length.
 */
export const paddedBlocks = (bytes: readonly number[], bigEndian: boolean): Int32Array[] => {
  const size = (((bytes.length + 8) >> 6) + 1) * 16
  const words = new Int32Array(size)
  const put = (at: number, byte: number) => {
    const word = at >> 2
    words[word] = (words[word] ?? 0) | (byte << ((bigEndian ? 3 - (at & 3) : at & 3) * 8))
  }
  for (const [at, byte] of bytes.entries()) put(at, byte)
  put(bytes.length, 0x80)
  const [high, low] = [Math.floor(bytes.length / 2 ** 29), (bytes.length << 3) | 0]
  words[size - 2] = bigEndian ? high : low
  words[size - 1] = bigEndian ? low : high
  return Array.from({ length: size / 16 }, (_, block) => words.subarray(block * 16, block * 16 + 16))
}

export const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

/** Words as hex digits, most significant first. */
export const hexOf = (words: Iterable<number>): string =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
