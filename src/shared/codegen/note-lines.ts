import type { FlagNote } from '../features/insights/schemas/insights.ts'

/**
 * The comment above a flag's declaration: its description, and a notice that it has settled. Empty if there is neither.
 */
export function noteLines(note: FlagNote | undefined): string[] {
  const description = (note?.description ?? '').trim()
  const lines = description === '' ? [] : description.split(/\r\n|[\n\r\u2028\u2029]/).map(harmless)
  if (note?.settled) {
    const { variant } = note.settled
    const served = variant === null ? 'the default' : harmless(JSON.stringify(variant))
    lines.push(`@deprecated Settled: everybody gets ${served}. Remove it from the code.`)
  }
  if (lines.length < 2) return lines.map((line) => `  /** ${line} */`)
  return ['  /**', ...lines.map((line) => (line === '' ? '   *' : `   * ${line}`)), '   */']
}

/** Keeps a line from ending the comment or from being read as a JSDoc tag. */
const harmless = (line: string): string =>
  line
    .trimEnd()
    .replaceAll('*/', '*\\/')
    .replace(/^(\s*)@/, '$1\\@')
