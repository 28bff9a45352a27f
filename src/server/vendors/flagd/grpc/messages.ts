/*
 * The messages of `flagd.sync.v1.FlagSyncService`, each with one or two strings
 * (https://buf.build/open-feature/flagd/docs/main:flagd.sync.v1), in protocol buffers encoding.
 */

const textType = 2

/** Encodes a varint. */
const varint = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
  return [...bytes, rest]
}

/** Encodes a message with one string in field 1. */
export const writeText = (bytes: Buffer): Buffer =>
  bytes.length === 0
    ? Buffer.alloc(0)
    : Buffer.concat([Buffer.from([(1 << 3) | textType, ...varint(bytes.length)]), bytes])

/** Decodes a varint and returns the position after it. Undefined if it is truncated or too long for a length. */
const readVarint = (bytes: Buffer, from: number): [value: number, next: number] | undefined => {
  let value = 0
  for (let at = from; at < Math.min(bytes.length, from + 6); at += 1) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * 128 ** (at - from)
    if (byte < 0x80) return [value, at + 1]
  }
  return undefined
}

/** Decodes the strings of a message by field. Throws if it is malformed. */
export const readTexts = (bytes: Buffer): Map<number, string> => {
  const texts = new Map<number, string>()
  for (let at = 0; at < bytes.length; ) {
    const tag = readVarint(bytes, at)
    const size = tag && tag[0] % 8 === textType ? readVarint(bytes, tag[1]) : undefined
    if (!tag || !size || size[1] + size[0] > bytes.length) throw new RangeError('the message is malformed')
    texts.set(Math.floor(tag[0] / 8), bytes.toString('utf8', size[1], size[1] + size[0]))
    at = size[1] + size[0]
  }
  return texts
}
