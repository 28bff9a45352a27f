/*
 * MurmurHash3_x86_32 by Austin Appleby (public domain): https://github.com/aappleby/smhasher/wiki/MurmurHash3
 * Over the UTF-8 bytes of a string, which are built only where it is not all ASCII; a lone surrogate counts as U+FFFD.
 */

/** Mixes a word in; one of zeros, as behind the last whole one, changes nothing. */
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

/** What the bytes of a text leave: a state, what is not yet in it of the last word, and how many bytes there were. */
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

/** The hash of a text that is not all ASCII: rare enough for its bytes to be built. */
const beyondAscii = (text: string, state: number, before: number): number => {
  const [h, k, length] = murmur3State(text, state, before)
  return finish(mix(h, k), length)
}

/**
 * The hash of a text as a signed 32-bit integer (`>>> 0` makes it unsigned): small integers are never boxed. `seed` may be the
 * state that `before` bytes in front of the text left, where they made whole words.
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
