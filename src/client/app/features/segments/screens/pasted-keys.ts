import { splitRows } from '../../../components/split-quoted.ts'

/** Pasted text that may be CSV: its keys as plain lines, and its columns. */
export type PastedKeys = {
  readonly lines: readonly string[]
  /** Keys by column; the last entry has those of all columns if there are several. */
  readonly columns: readonly (readonly string[])[]
}

const distinct = (keys: readonly string[]): string[] =>
  [...new Set(keys.map((key) => key.trim()))].filter((key) => key !== '')

/** Returns how pasted text can be read if it may be CSV; null if it is plain lines, which need no question. */
export function readPastedKeys(text: string): PastedKeys | null {
  if (!/[,;\t]|^\s*"/m.test(text)) return null
  const rows = splitRows(text.trim())
  const width = Math.max(...rows.map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, at) => distinct(rows.map((row) => row[at] ?? '')))
  const lines = distinct(text.split('\n'))
  const all = distinct(rows.flat())
  return { lines, columns: width > 1 ? [...columns, all] : columns }
}

/** The most likely interpretation: -1 for lines, otherwise the index of a column. */
export function likelyReading({ lines, columns }: PastedKeys): number {
  const width = columns.length > 1 ? columns.length - 1 : 1
  // A single row is a list. A table has its keys in the first column.
  if (width > 1) return lines.length === 1 ? columns.length - 1 : 0
  return columns[0]?.join('\n') === lines.join('\n') ? -1 : 0
}
