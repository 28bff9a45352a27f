import { utf8 } from './utf8.ts'

/** The head of a CBOR item: major type and argument in the shortest form (RFC 8949, section 4.2, deterministic). */
const head = (major: number, argument: number): number[] => {
  const type = major << 5
  if (argument < 24) return [type | argument]
  if (argument < 0x100) return [type | 24, argument]
  if (argument < 0x10000) return [type | 25, argument >> 8, argument & 0xff]
  return [type | 26, argument >>> 24, (argument >>> 16) & 0xff, (argument >>> 8) & 0xff, argument & 0xff]
}

const textItem = (text: string): number[] => {
  const bytes = utf8(text)
  return [...head(3, bytes.length), ...bytes]
}

/** The deterministic CBOR of one text, or of the list of several. */
export const cbor = (texts: readonly string[]): number[] => {
  const items = texts.flatMap(textItem)
  return texts.length === 1 ? items : [...head(4, texts.length), ...items]
}
