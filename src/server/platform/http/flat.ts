/** The same text in one piece: V8 keeps what was put together as its parts until somebody reads it as a whole. */
export function flat(text: string): string {
  Number(text)
  return text
}
