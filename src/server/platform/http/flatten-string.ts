/** Flattens a string: V8 stores concatenations as a tree of their parts until one is read as a whole. */
export function flattenString(text: string): string {
  Number(text)
  return text
}
