/** The result for one source of cases. */
export type Row = {
  vendor: string
  source: string
  absent: string | undefined
  cases: number
  passed: number
  notExpressible: number
}

const heading = ['vendor', 'source', 'cases', 'passed', 'not expressible']

/** Formats the rows as a terminal table, with text left-aligned and numbers right-aligned. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = rows.map((row) => [row.vendor, row.source, row.cases, row.passed, row.notExpressible].map(String))
  const widths = heading.map((name, i) => Math.max(name.length, ...cells.map((line) => line[i]?.length ?? 0)))
  const line = (texts: readonly string[]) =>
    texts.map((text, i) => (i < 2 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join('  ')
  const absent = rows.flatMap((row) => (row.absent === undefined ? [] : [`${row.vendor} left out: ${row.absent}`]))
  return [line(heading), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(line), ...absent].join('\n')
}
