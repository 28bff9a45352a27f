type Field = { readonly text: string; readonly end: number }

/** Reads the field that starts at `from`: up to the next separator, or quoted, with `""` for a quote. */
const readField = (text: string, from: number, isSeparator: (char: string) => boolean): Field => {
  let start = from
  while (text[start] === ' ') start += 1
  if (text[start] === '"') {
    const quoted = /"((?:[^"]|"")*)"[ \r]*/y
    quoted.lastIndex = start
    const match = quoted.exec(text)
    const end = quoted.lastIndex
    if (match && (end === text.length || isSeparator(text[end] ?? '')))
      return { text: (match[1] ?? '').replaceAll('""', '"'), end }
  }
  let end = from
  while (end < text.length && !isSeparator(text[end] ?? '')) end += 1
  return { text: text.slice(from, end).trim(), end }
}

/**
 * Splits text at single-character separators, except within quotes (RFC 4180). Trims white space around unquoted
 * fields.
 */
export function splitQuoted(text: string, separators: readonly string[]): string[] {
  const set = new Set(separators)
  const isSeparator = (char: string) => set.has(char)
  const fields: string[] = []
  for (let at = 0; at <= text.length; ) {
    const field = readField(text, at, isSeparator)
    fields.push(field.text)
    at = field.end + 1
  }
  return fields
}

const rowsBy = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = []
  for (let at = 0, row: string[] = []; at <= text.length; ) {
    const field = readField(text, at, (char) => char === delimiter || char === '\n')
    row.push(field.text)
    if (text[field.end] !== delimiter) {
      rows.push(row)
      row = []
    }
    at = field.end + 1
  }
  return rows.filter((row) => row.some((field) => field !== ''))
}

const isTable = ([first = [], ...rest]: readonly string[][]): boolean =>
  first.length > 1 && rest.every(({ length }) => length === first.length)

/**
 * Splits CSV into rows of fields. The delimiter is the first of tab, semicolon and comma that occurs outside quotes and
 * gives every row the same number of fields.
 */
export function splitRows(text: string): string[][] {
  const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, '')
  const delimiters = ['\t', ';', ','].filter((delimiter) => unquoted.includes(delimiter))
  const candidates = delimiters.map((delimiter) => rowsBy(text, delimiter))
  return candidates.find(isTable) ?? candidates.at(-1) ?? rowsBy(text, ',')
}
