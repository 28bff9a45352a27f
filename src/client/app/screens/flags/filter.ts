import type { FlagRow } from '../../../../shared/schemas/flag-view.ts'

/** One word of the filter: a text to find, or a property to have. A leading minus turns it around. */
type Term = { negate: boolean; field: string; value: string }

const terms = (query: string): Term[] =>
  query
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => {
      const negate = part.length > 1 && part.startsWith('-')
      const bare = negate ? part.slice(1) : part
      const colon = bare.indexOf(':')
      return colon < 1
        ? { negate, field: 'text', value: bare }
        : { negate, field: bare.slice(0, colon), value: bare.slice(colon + 1) }
    })

const cellsAre = (row: FlagRow, environment: string, on: boolean): boolean =>
  environment === 'any'
    ? Object.values(row.cells).some((cell) => cell.on === on)
    : Object.entries(row.cells).some(([key, cell]) => key.startsWith(environment) && cell.on === on)

const tests: Record<string, (row: FlagRow, value: string) => boolean> = {
  text: ({ flag }, value) => `${flag.key} ${flag.name} ${flag.description}`.toLowerCase().includes(value),
  tag: ({ flag }, value) => flag.tags.some((tag) => tag.toLowerCase() === value),
  type: ({ flag }, value) => flag.type.startsWith(value),
  owner: ({ flag }, value) => (flag.owner?.name ?? 'none').toLowerCase().includes(value),
  on: (row, value) => cellsAre(row, value, true),
  off: (row, value) => cellsAre(row, value, false),
}

/** The words before a colon that the filter knows, for its help text. */
export const filterFields: readonly string[] = Object.keys(tests).filter((field) => field !== 'text')

/**
 * The rows that meet every term: plain words in key, name or description, `tag:web`, `type:string`, `owner:ada`,
 * `on:production`, `off:any`; `-` before a term leaves out what meets it. An unknown field is looked for as text.
 */
export const filtered = (rows: readonly FlagRow[], query: string): readonly FlagRow[] => {
  const wanted = terms(query)
  if (wanted.length === 0) return rows
  const meets = (row: FlagRow, { field, value, negate }: Term) => {
    const test = tests[field]
    const holds = test ? test(row, value) : tests['text']?.(row, `${field}:${value}`) === true
    return holds !== negate
  }
  return rows.filter((row) => wanted.every((term) => meets(row, term)))
}
