/**
 * Splits a message into blocks of sixteen 32-bit words, padded as for MD5 and SHA: a one bit, zeros, and the length in
 * bits. `bigEndian` sets the byte order within words and the word order of the length.
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

/** Formats words as hex digits, most significant first. */
export const hexOf = (words: Iterable<number>): string =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
