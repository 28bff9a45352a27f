import type { FlagRow } from '../../../../shared/schemas/flag-view.ts'
import type { FlagState } from '../../../../shared/schemas/insights.ts'

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

/** `env:production=on` and `env:p=off`: an environment by the beginning of its key, and what its switch shows. */
const environmentIs = (row: FlagRow, value: string): boolean => {
  const [environment = '', state = ''] = value.split('=')
  return (state === 'on' || state === 'off') && cellsAre(row, environment, state === 'on')
}

const unitMs: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** `<30d`: less than thirty days ago; `>6w`: more than six weeks ago. */
const ageIs = (instant: string, value: string, nowMs: number): boolean => {
  const [, sign, count, unit = ''] = /^([<>])(\d+)([hdw])$/.exec(value) ?? []
  const span = Number(count) * (unitMs[unit] ?? Number.NaN)
  const age = nowMs - Date.parse(instant)
  return sign === '<' ? age < span : age > span
}

/** Where a flag can stand in its life, after `is:`; the server derives it from the log and from what programs count. */
const lives: readonly string[] = ['draft', 'live', 'settled', 'stale'] satisfies FlagState[]

/** What is known besides the rows: the time, and the state of each flag by its key, once it was asked for. */
type Known = { nowMs: number; stateOf?: ReadonlyMap<string, FlagState> | undefined }

/** What a flag can be, after `is:`. */
const states: Record<string, (row: FlagRow) => boolean> = {
  on: (row) => cellsAre(row, 'any', true),
  off: (row) => !cellsAre(row, 'any', true),
  everywhere: (row) => !cellsAre(row, 'any', false),
  ruled: (row) => Object.values(row.cells).some((cell) => cell.rules > 0),
  temporary: ({ flag }) => flag.permanence === 'temporary',
  permanent: ({ flag }) => flag.permanence === 'permanent',
  client: ({ flag }) => flag.visibleToClients,
}

const tests: Record<string, (row: FlagRow, value: string, known: Known) => boolean> = {
  text: ({ flag }, value) => `${flag.key} ${flag.name} ${flag.description}`.toLowerCase().includes(value),
  key: ({ flag }, value) => flag.key.toLowerCase().startsWith(value),
  tag: ({ flag }, value) => flag.tags.some((tag) => tag.toLowerCase() === value),
  type: ({ flag }, value) => flag.type.startsWith(value),
  owner: ({ flag }, value) => (flag.owner?.name ?? 'none').toLowerCase().includes(value),
  on: (row, value) => cellsAre(row, value, true),
  off: (row, value) => cellsAre(row, value, false),
  env: environmentIs,
  is: (row, value, { stateOf }) =>
    lives.includes(value) ? stateOf?.get(row.flag.key) === value : (states[value]?.(row) ?? false),
  updated: (row, value, { nowMs }) => ageIs(row.updatedAt, value, nowMs),
  created: ({ flag }, value, { nowMs }) => ageIs(flag.createdAt, value, nowMs),
}

/** The words before a colon that the filter knows, for its help text. */
export const filterFields: readonly string[] = Object.keys(tests).filter((field) => field !== 'text')

/**
 * The rows that meet every term: plain words in key, name or description, `key:check`, `tag:web`, `type:string`,
 * `owner:ada`, `on:production`, `off:any`, `env:production=on`, `is:everywhere`, `is:stale`, `updated:<30d`, `created:>1w`; `-` before
 * a term leaves out what meets it. An unknown field is looked for as text.
 */
export const filtered = (
  rows: readonly FlagRow[],
  query: string,
  stateOf?: ReadonlyMap<string, FlagState>,
  nowMs = Date.now(),
): readonly FlagRow[] => {
  const wanted = terms(query)
  if (wanted.length === 0) return rows
  const meets = (row: FlagRow, { field, value, negate }: Term) => {
    const test = tests[field]
    const known = { nowMs, stateOf }
    const holds = test ? test(row, value, known) : tests['text']?.(row, `${field}:${value}`, known) === true
    return holds !== negate
  }
  return rows.filter((row) => wanted.every((term) => meets(row, term)))
}

/** Whether a filter names a state that only the server can tell. */
export const asksForState = (query: string): boolean =>
  terms(query).some(({ field, value }) => field === 'is' && lives.includes(value))

/** The rows by name, or the one that changed last first; as they came where no order is asked for. */
export const sorted = (rows: readonly FlagRow[], by: 'name' | 'updated' | undefined): readonly FlagRow[] => {
  if (by === undefined) return rows
  const compare = (a: FlagRow, b: FlagRow) =>
    by === 'name' ? a.flag.name.localeCompare(b.flag.name) : b.updatedAt.localeCompare(a.updatedAt)
  return rows.toSorted(compare)
}
