const newline = 0x0a

/** Counts the rows in COPY text: each ends with a newline, and newlines in values are escaped as `\n`. */
export function rowsIn(chunk: Buffer): number {
  let rows = 0
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1
  return rows
}
