import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The pages with sections, and the heading of a new page. */
const pages = {
  delivery: '# Benchmarks of delivery',
  measure: '# Benchmarks of measuring',
  upgrade: '# Benchmarks of upgrading',
  switching: `# Benchmarks of switching

Each section is written by the script it names; run it to get figures for your machine. Other work on the machine lengthens wall
times, so compare the load average next to them.`,
} as const

/** Whether the command line disables writing. */
const dry = process.argv.includes('--no-write')

/** Describes when and where something was measured, in one line. `load` is the load average before the run. */
export const circumstances = (load: readonly number[], ...more: readonly string[]): string => {
  const [cpu] = os.cpus()
  const machine = `${os.cpus().length} × ${cpu?.model.replace(/ \d+-Core.*$/, '').trim()}`
  const busy = `load average before the run ${load[0]?.toFixed(1)}`
  return `${[new Date().toISOString().slice(0, 10), `Node ${process.versions.node}`, machine, busy, ...more].join(', ')}.`
}

/** Current load average of the machine. */
export const loadNow = (): readonly number[] => os.loadavg()

/** Formats rows as a Markdown table. The first column is text, the others are numbers. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

export const grouped = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', '\u202f')

/** Prints a section of a benchmark page, and replaces the section with the same name. */
export function section(name: string, text: string, on: keyof typeof pages = 'delivery'): void {
  console.log(`\n${text}\n`)
  if (dry) return
  const file = path.resolve(import.meta.dirname, `../docs/benchmarks-${on}.md`)
  const [from, to] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const page = existsSync(file) ? readFileSync(file, 'utf8') : pages[on]
  const [before = '', rest = ''] = page.includes(from) ? page.split(from) : [`${page.trimEnd()}\n\n`, '']
  const after = rest.split(to)[1] ?? '\n'
  writeFileSync(file, `${before}${from}\n${text.trim()}\n${to}${after}`)
}

/** Returns the value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
