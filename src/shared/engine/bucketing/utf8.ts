/** Returns the UTF-8 bytes of a text. A lone surrogate becomes U+FFFD. */
export const utf8 = (text: string): number[] => {
  const bytes: number[] = []
  for (const character of text) {
    const read = character.codePointAt(0) ?? 0
    const point = read >= 0xd800 && read < 0xe000 ? 0xfffd : read
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63))
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
    else {
      bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63))
      bytes.push(0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
    }
  }
  return bytes
}

/** Returns the low byte of each UTF-16 code unit. */
export const lowBytes = (text: string): number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) & 0xff)

export const codeUnits = (text: string): number[] => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
