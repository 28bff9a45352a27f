import type { FlagState } from '../../insights/schemas/insights.ts'
import type { FlagLine } from '../schemas/flag-view.ts'

/** A row of the flag list, in the server or in the browser. */
export type Filterable = {
  readonly flag: Pick<FlagLine, 'key' | 'name' | 'description' | 'type' | 'tags' | 'owner' | 'permanence'> &
    Pick<FlagLine, 'visibleToClients' | 'createdAt'>
  readonly cells: Readonly<Record<string, { readonly on: boolean; readonly rules: number }>>
  readonly updatedAt: string
}

/** One term of the filter: text to search for, or a property. A leading minus negates it. */
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

/** The data that filters need, other than the rows. */
export type FilterData = {
  nowMs: number
  /** The lifecycle state of each flag by key, once loaded. */
  stateOf?: ReadonlyMap<string, FlagState> | undefined
  /** Keys of the environments, for long lists: only the cells of environments that a term names are read. */
  environments?: readonly string[] | undefined
}

/** The searchable text of a flag, built once for all terms. */
type Text = () => string

const textOf = ({ flag }: Filterable): Text => {
  let made: string | undefined
  return () => (made ??= `${flag.key} ${flag.name} ${flag.description}`.toLowerCase())
}

type Test = (row: Filterable, text: Text) => boolean

type Cell = Filterable['cells'][string]

/**
 * Matches rows that have such a cell in an environment whose key starts with `environment`, or in any environment. The
 * value is parsed once, not per row.
 */
const someCell = (environment: string, meets: (cell: Cell) => boolean, { environments }: FilterData): Test => {
  const isNamed = (key: string) => environment === 'any' || key.startsWith(environment)
  const named = environments?.filter(isNamed)
  return ({ cells }) => {
    for (const key of named ?? Object.keys(cells)) {
      const cell = cells[key]
      if (cell !== undefined && meets(cell) && (named !== undefined || isNamed(key))) return true
    }
    return false
  }
}

const isOn = ({ on }: Cell): boolean => on
const isOff = ({ on }: Cell): boolean => !on
const hasRules = ({ rules }: Cell): boolean => rules > 0

const never: Test = () => false

const contains =
  (value: string): Test =>
  (_row, text) =>
    text().includes(value)

/** `env:production=on` or `env:p=off`: a prefix of the environment's key, and the state of the flag's switch there. */
const environmentIs = (value: string, known: FilterData): Test => {
  const [environment = '', state = ''] = value.split('=')
  return state === 'on' || state === 'off' ? someCell(environment, state === 'on' ? isOn : isOff, known) : never
}

const unitMs: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** `<30d`: less than 30 days ago. `>6w`: more than 6 weeks ago. */
const ageIs = (value: string, nowMs: number, instantOf: (row: Filterable) => string): Test => {
  const [, sign, count, unit = ''] = /^([<>])(\d+)([hdw])$/.exec(value) ?? []
  const span = Number(count) * (unitMs[unit] ?? Number.NaN)
  const ageOf = (row: Filterable) => nowMs - Date.parse(instantOf(row))
  return sign === '<' ? (row) => ageOf(row) < span : (row) => ageOf(row) > span
}

/** Lifecycle states accepted by `is:`. The server computes them from the log and from evaluation counts. */
const lives: readonly string[] = ['draft', 'live', 'settled', 'stale'] satisfies FlagState[]

const not =
  (test: Test): Test =>
  (row, text) =>
    !test(row, text)

/** States accepted by `is:`, in addition to the lifecycle states. */
const states: Record<string, (known: FilterData) => Test> = {
  on: (known) => someCell('any', isOn, known),
  off: (known) => not(someCell('any', isOn, known)),
  everywhere: (known) => not(someCell('any', isOff, known)),
  ruled: (known) => someCell('any', hasRules, known),
  temporary:
    () =>
    ({ flag }) =>
      flag.permanence === 'temporary',
  permanent:
    () =>
    ({ flag }) =>
      flag.permanence === 'permanent',
  client:
    () =>
    ({ flag }) =>
      flag.visibleToClients,
}

const stateIs = (value: string, known: FilterData): Test =>
  lives.includes(value) ? ({ flag }) => known.stateOf?.get(flag.key) === value : (own(states, value)?.(known) ?? never)

/** The fields before a colon. Each turns its value into a test for rows. */
const fields: Record<string, (value: string, known: FilterData) => Test> = {
  text: contains,
  key:
    (value) =>
    ({ flag }) =>
      flag.key.toLowerCase().startsWith(value),
  tag:
    (value) =>
    ({ flag }) =>
      flag.tags.some((tag) => tag.toLowerCase() === value),
  type:
    (value) =>
    ({ flag }) =>
      flag.type.startsWith(value),
  owner:
    (value) =>
    ({ flag }) =>
      (flag.owner?.name ?? 'none').toLowerCase().includes(value),
  on: (value, known) => someCell(value, isOn, known),
  off: (value, known) => someCell(value, isOff, known),
  env: environmentIs,
  is: stateIs,
  updated: (value, { nowMs }) => ageIs(value, nowMs, ({ updatedAt }) => updatedAt),
  created: (value, { nowMs }) => ageIs(value, nowMs, ({ flag }) => flag.createdAt),
}

const own = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The fields that the filter supports, for its help text. */
export const filterFields: readonly string[] = Object.keys(fields).filter((field) => field !== 'text')

/**
 * Returns the rows that match every term: plain words in key, name or description, `key:check`, `tag:web`,
 * `type:string`, `owner:ada`, `on:production`, `off:any`, `env:production=on`, `is:everywhere`, `is:stale`,
 * `updated:<30d`, `created:>1w`. A leading `-` excludes matches. An unknown field is searched for as text.
 */
export const filterRows = <Row extends Filterable>(
  rows: readonly Row[],
  query: string,
  known: FilterData,
): readonly Row[] => {
  const wanted = terms(query).flatMap(({ field, value, negate }): Test[] => {
    const make = own(fields, field)
    // A field without a value is still being typed, so it filters nothing.
    if (make && value === '') return []
    const test = make ? make(value, known) : contains(`${field}:${value}`)
    return [negate ? not(test) : test]
  })
  if (wanted.length === 0) return rows
  return rows.filter((row) => {
    const text = textOf(row)
    return wanted.every((meets) => meets(row, text))
  })
}

/** The data a filter needs beyond the flags' own rows. */
export type FilterNeeds = {
  /** The cells of each environment. */
  readonly cells: boolean
  /** Lifecycle states, which only the server can compute. */
  readonly states: boolean
}

/** The data that a query needs. If it needs cells, every publish can change its result. */
export const needsOf = (query: string): FilterNeeds => {
  const asked = terms(query)
  const life = asked.some(({ field, value }) => field === 'is' && lives.includes(value))
  const cells = asked.some(
    ({ field, value }) =>
      ['on', 'off', 'env', 'updated'].includes(field) ||
      (field === 'is' && ['on', 'off', 'everywhere', 'ruled'].includes(value)),
  )
  return { cells: cells || life, states: life }
}
