/**
 * Detects the encoding of a file from its first bytes: a byte order mark, or the zero bytes of UTF-16 in plain ASCII.
 */
const encodingOf = ([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be'
  return first !== undefined && first !== 0 && second === 0 ? 'utf-16le' : 'utf-8'
}

/**
 * Decodes a text file: UTF-8, or UTF-16 as written by some Windows editors and shells. A byte order mark is dropped.
 */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes)
