import type { FlagLine } from '../schemas/flag-view.ts'
import type { FlagState } from '../schemas/insights.ts'

/** What a filter looks at: a row of the list, wherever it is kept. */
export type Filterable = {
  readonly flag: Pick<FlagLine, 'key' | 'name' | 'description' | 'type' | 'tags' | 'owner' | 'permanence'> &
    Pick<FlagLine, 'visibleToClients' | 'createdAt'>
  readonly cells: Readonly<Record<string, { readonly on: boolean; readonly rules: number }>>
  readonly updatedAt: string
}

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

// a filter asks 200 000 cells: none of them is copied
const cellsAre = ({ cells }: Filterable, environment: string, on: boolean): boolean => {
  for (const key in cells)
    if (cells[key]?.on === on && (environment === 'any' || key.startsWith(environment))) return true
  return false
}

/** `env:production=on` and `env:p=off`: an environment by the beginning of its key, and what its switch shows. */
const environmentIs = (row: Filterable, value: string): boolean => {
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
export type Known = { nowMs: number; stateOf?: ReadonlyMap<string, FlagState> | undefined }

/** What a flag can be, after `is:`. */
const states: Record<string, (row: Filterable) => boolean> = {
  on: (row) => cellsAre(row, 'any', true),
  off: (row) => !cellsAre(row, 'any', true),
  everywhere: (row) => !cellsAre(row, 'any', false),
  ruled: (row) => Object.values(row.cells).some((cell) => cell.rules > 0),
  temporary: ({ flag }) => flag.permanence === 'temporary',
  permanent: ({ flag }) => flag.permanence === 'permanent',
  client: ({ flag }) => flag.visibleToClients,
}

/** The text of a flag, made once however many words look at it. */
type Text = () => string

const textOf = ({ flag }: Filterable): Text => {
  let made: string | undefined
  return () => (made ??= `${flag.key} ${flag.name} ${flag.description}`.toLowerCase())
}

const tests: Record<string, (row: Filterable, value: string, known: Known, text: Text) => boolean> = {
  text: (_row, value, _known, text) => text().includes(value),
  key: ({ flag }, value) => flag.key.toLowerCase().startsWith(value),
  tag: ({ flag }, value) => flag.tags.some((tag) => tag.toLowerCase() === value),
  type: ({ flag }, value) => flag.type.startsWith(value),
  owner: ({ flag }, value) => (flag.owner?.name ?? 'none').toLowerCase().includes(value),
  on: (row, value) => cellsAre(row, value, true),
  off: (row, value) => cellsAre(row, value, false),
  env: environmentIs,
  is: (row, value, { stateOf }) =>
    lives.includes(value) ? stateOf?.get(row.flag.key) === value : own(states, value)?.(row) === true,
  updated: (row, value, { nowMs }) => ageIs(row.updatedAt, value, nowMs),
  created: ({ flag }, value, { nowMs }) => ageIs(flag.createdAt, value, nowMs),
}

const own = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The words before a colon that the filter knows, for its help text. */
export const filterFields: readonly string[] = Object.keys(tests).filter((field) => field !== 'text')

/**
 * The rows that meet every term: plain words in key, name or description, `key:check`, `tag:web`, `type:string`,
 * `owner:ada`, `on:production`, `off:any`, `env:production=on`, `is:everywhere`, `is:stale`, `updated:<30d`, `created:>1w`; `-` before
 * a term leaves out what meets it. An unknown field is looked for as text.
 */
export const filtered = <Row extends Filterable>(rows: readonly Row[], query: string, known: Known): readonly Row[] => {
  const wanted = terms(query).map(({ field, value, negate }) => {
    const test = own(tests, field)
    // a field whose value is still to be typed leaves nothing out
    if (test && value === '') return () => true
    return test
      ? (row: Row, text: Text) => test(row, value, known, text) !== negate
      : (_: Row, text: Text) => text().includes(`${field}:${value}`) !== negate
  })
  if (wanted.length === 0) return rows
  return rows.filter((row) => {
    const text = textOf(row)
    return wanted.every((meets) => meets(row, text))
  })
}

/** What must be known to answer a filter, besides the flags' own rows. */
export type Needs = {
  /** What the environments serve. */
  readonly cells: boolean
  /** The states that only the server can tell. */
  readonly states: boolean
}

/** What a filter needs. Where it needs cells, each publish may change what it finds. */
export const needsOf = (query: string): Needs => {
  const asked = terms(query)
  const life = asked.some(({ field, value }) => field === 'is' && lives.includes(value))
  const cells = asked.some(
    ({ field, value }) =>
      ['on', 'off', 'env', 'updated'].includes(field) ||
      (field === 'is' && ['on', 'off', 'everywhere', 'ruled'].includes(value)),
  )
  return { cells: cells || life, states: life }
}
