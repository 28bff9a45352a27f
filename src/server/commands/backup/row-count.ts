const newline = 0x0a

/** Counts the rows in text of PostgreSQL's `copy`: each ends with a newline, and a newline in a value is written as `\n`. */
export function rowsIn(chunk: Buffer): number {
  let rows = 0
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1
  return rows
}
