import { describe, expect, it } from 'vitest'
import { murmur3x128 } from './murmur3-128.ts'

const bytesOf = (words: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(words.length * 4))
  for (const [at, word] of words.entries()) view.setUint32(at * 4, word, true)
  return new Uint8Array(view.buffer)
}

describe('murmur3x128', () => {
  it('has the verification value that SMHasher publishes for MurmurHash3_x86_128', () => {
    const hashes = new Uint8Array(256 * 16)
    const key = Uint8Array.from({ length: 256 }, (_, at) => at)
    for (let length = 0; length < 256; length++) {
      hashes.set(bytesOf(murmur3x128(key.subarray(0, length), 256 - length)), length * 16)
    }
    expect(murmur3x128(hashes)[0]).toBe(0xb3ece62a)
  })

  it('reads a slice of a larger buffer as the bytes it shows', () => {
    const whole = Uint8Array.from({ length: 64 }, (_, at) => at)
    expect(murmur3x128(whole.subarray(3, 40))).toEqual(murmur3x128(whole.slice(3, 40)))
  })
})
