import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './sources.ts'

/** The text of a section of docs/specification.md, by the start of its heading: `6.`. */
export function sectionOf(section: string): string {
  const text = readFileSync(path.join(root, 'docs/specification.md'), 'utf8')
  return text.split(/^## /m).find((one) => one.startsWith(section)) ?? ''
}

/** The rows of a section's table whose first column has this name, by column name. */
export function tableOf(section: string, column: string): Record<string, string>[] {
  const lines = sectionOf(section).split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${column} |`))
  if (at < 0) throw new Error(`docs/specification.md has no table "${column}" in section ${section}`)
  const names = cellsOf(lines[at] ?? '')
  const rows: Record<string, string>[] = []
  for (const line of lines.slice(at + 2)) {
    if (!line.startsWith('|')) break
    const cells = cellsOf(line)
    rows.push(Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
  }
  return rows
}

/** Names in backticks in a table cell. */
export const namesIn = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
