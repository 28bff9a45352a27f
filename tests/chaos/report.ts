import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Cell = string | number
/** The result of a run: a heading, sentences and a table. */
export type Report = { title: string; said: readonly string[]; rows: readonly Record<string, Cell>[] }

/** Prints a report, and writes it as Markdown to the folder `FANION_CHAOS_REPORT` if that is set. */
export async function report(name: string, { title, said, rows }: Report): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: readonly Cell[]) => `| ${cells.map(shown).join(' | ')} |`
  const rule = `| --- |${' ---: |'.repeat(columns.length - 1)}`
  const table = [line(columns), rule, ...rows.map((row) => line(columns.map((column) => row[column] ?? '')))]
  const text = [`## ${title}`, '', ...said.flatMap((one) => [one, '']), ...(rows.length > 0 ? table : []), ''].join(
    '\n',
  )
  console.log(`\n${text}`)
  const folder = process.env['FANION_CHAOS_REPORT']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${name}.md`), text)
}

const shown = (cell: Cell) => (typeof cell === 'number' ? cell.toLocaleString('en').replaceAll(',', ' ') : cell)

/** The median. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
