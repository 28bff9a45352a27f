/*
 * MurmurHash3_x86_32 by Austin Appleby (public domain): https://github.com/aappleby/smhasher/wiki/MurmurHash3
 * Over the UTF-8 bytes of a string, without building them; a lone surrogate counts as U+FFFD.
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

/** Goes on from `start`, where the characters before it were ASCII and made whole blocks, as the `before` bytes did. */
const beyondAscii = (text: string, start: number, seed: number, before: number): number => {
  let h = seed
  let k = 0
  let length = before + start
  const push = (byte: number) => {
    k |= byte << ((length & 3) << 3)
    length += 1
    if ((length & 3) === 0) {
      h = block(h, k)
      k = 0
    }
  }
  for (let i = start; i < text.length; i += 1) {
    // There is one before the end.
    let point = text.codePointAt(i) as number
    if (point > 0xffff) i += 1
    else if ((point & 0xf800) === 0xd800) point = 0xfffd
    if (point < 0x80) push(point)
    else {
      if (point > 0xffff) {
        push(0xf0 | (point >> 18))
        push(0x80 | ((point >> 12) & 63))
      } else if (point > 0x7ff) push(0xe0 | (point >> 12))
      push(point > 0x7ff ? 0x80 | ((point >> 6) & 63) : 0xc0 | (point >> 6))
      push(0x80 | (point & 63))
    }
  }
  return finish(mix(h, k), length)
}

/** The hash as a signed 32-bit integer (`>>> 0` makes it unsigned): small integers are never boxed. */
export const murmur3 = (text: string, seed: number): number => {
  const length = text.length
  let h = seed | 0
  let i = 0
  for (; i + 4 <= length; i += 4) {
    const a = text.charCodeAt(i)
    const b = text.charCodeAt(i + 1)
    const c = text.charCodeAt(i + 2)
    const d = text.charCodeAt(i + 3)
    if ((a | b | c | d) > 0x7f) return beyondAscii(text, i, h, 0)
    h = block(h, a | (b << 8) | (c << 16) | (d << 24))
  }
  let k = 0
  for (let j = i; j < length; j += 1) {
    const a = text.charCodeAt(j)
    if (a > 0x7f) return beyondAscii(text, i, h, 0)
    k |= a << ((j - i) << 3)
  }
  return finish(mix(h, k), length)
}

/** The state after the whole blocks of an ASCII text, whose length is a multiple of four, from `seed`. */
export const murmur3State = (text: string, seed: number): number => {
  let h = seed | 0
  for (let i = 0; i < text.length; i += 4) {
    const [a, b, c, d] = [text.charCodeAt(i), text.charCodeAt(i + 1), text.charCodeAt(i + 2), text.charCodeAt(i + 3)]
    h = block(h, a | (b << 8) | (c << 16) | (d << 24))
  }
  return h
}

/** The hash of `before` bytes, which left `state`, and a text behind them; a signed integer, as `murmur3` answers. */
export const murmur3After = (text: string, state: number, before: number): number => {
  const length = text.length
  let h = state
  let i = 0
  for (; i + 4 <= length; i += 4) {
    const a = text.charCodeAt(i)
    const b = text.charCodeAt(i + 1)
    const c = text.charCodeAt(i + 2)
    const d = text.charCodeAt(i + 3)
    if ((a | b | c | d) > 0x7f) return beyondAscii(text, i, h, before)
    h = block(h, a | (b << 8) | (c << 16) | (d << 24))
  }
  let k = 0
  for (let j = i; j < length; j += 1) {
    const a = text.charCodeAt(j)
    if (a > 0x7f) return beyondAscii(text, i, h, before)
    k |= a << ((j - i) << 3)
  }
  return finish(mix(h, k), before + length)
}
