/*
 * MurmurHash3 x86 32-bit by Austin Appleby (public domain): https://github.com/aappleby/smhasher/wiki/MurmurHash3.
 * Hashes the UTF-8 bytes of a text. The bytes are built only if the text is not ASCII. A lone surrogate counts as
 * U+FFFD.
 */

/** Mixes in one word. A word of zeros, as after the last whole one, changes nothing. */
const mix = (h: number, k: number): number => {
  const mixed = Math.imul(k, 0xcc9e2d51)
  return h ^ Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593)
}

const block = (h: number, k: number): number => {
  const x = mix(h, k)
  return (Math.imul((x << 13) | (x >>> 19), 5) + 0xe6546b64) | 0
}

const finish = (h: number, length: number): number => {
  let x = h ^ length
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}

const utf8 = new TextEncoder()

/** Returns the state after a text: the hash state, the incomplete last word, and the number of bytes. */
export const murmur3State = (
  text: string,
  state: number,
  before: number,
): readonly [h: number, k: number, length: number] => {
  let [h, k, length] = [state, 0, before]
  for (const byte of utf8.encode(text)) {
    k |= byte << ((length & 3) << 3)
    length += 1
    if ((length & 3) !== 0) continue
    h = block(h, k)
    k = 0
  }
  return [h, k, length]
}

/** Hashes a text that is not ASCII. Rare, so building its bytes is acceptable. */
const beyondAscii = (text: string, state: number, before: number): number => {
  const [h, k, length] = murmur3State(text, state, before)
  return finish(mix(h, k), length)
}

/**
 * MurmurHash3 x86 32-bit of UTF-8 text, as a signed integer (`>>> 0` for unsigned), which engines do not box. To
 * continue a hash, pass the previous state as `seed` and its length in bytes, a multiple of 4, as `before`.
 */
export const murmur3 = (text: string, seed: number, before = 0): number => {
  const length = text.length
  let h = seed | 0
  let i = 0
  for (; i + 4 <= length; i += 4) {
    const a = text.charCodeAt(i)
    const b = text.charCodeAt(i + 1)
    const c = text.charCodeAt(i + 2)
    const d = text.charCodeAt(i + 3)
    if ((a | b | c | d) > 0x7f) return beyondAscii(text, seed, before)
    h = block(h, a | (b << 8) | (c << 16) | (d << 24))
  }
  let k = 0
  for (let j = i; j < length; j += 1) {
    const a = text.charCodeAt(j)
    if (a > 0x7f) return beyondAscii(text, seed, before)
    k |= a << ((j - i) << 3)
  }
  return finish(mix(h, k), before + length)
}
