import type { FlagState } from '../../insights/schemas/insights.ts'
import type { FlagLine } from '../schemas/flag-view.ts'

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

/** What is known besides the rows. */
export type Known = {
  nowMs: number
  /** The state of each flag by its key, once it was asked for. */
  stateOf?: ReadonlyMap<string, FlagState> | undefined
  /** The keys of the environments, where there are many rows: of each only the cells that a word names are looked at. */
  environments?: readonly string[] | undefined
}

/** The text of a flag, made once however many words look at it. */
type Text = () => string

const textOf = ({ flag }: Filterable): Text => {
  let made: string | undefined
  return () => (made ??= `${flag.key} ${flag.name} ${flag.description}`.toLowerCase())
}

/** Whether a row meets a word. */
type Test = (row: Filterable, text: Text) => boolean

type Cell = Filterable['cells'][string]

/** Rows with such a cell in an environment whose key begins so, or in any. What the word says is read once, not at every row. */
const someCell = (environment: string, meets: (cell: Cell) => boolean, { environments }: Known): Test => {
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

/** `env:production=on` and `env:p=off`: an environment by the beginning of its key, and what its switch shows. */
const environmentIs = (value: string, known: Known): Test => {
  const [environment = '', state = ''] = value.split('=')
  return state === 'on' || state === 'off' ? someCell(environment, state === 'on' ? isOn : isOff, known) : never
}

const unitMs: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** `<30d`: less than thirty days ago; `>6w`: more than six weeks ago. */
const ageIs = (value: string, nowMs: number, instantOf: (row: Filterable) => string): Test => {
  const [, sign, count, unit = ''] = /^([<>])(\d+)([hdw])$/.exec(value) ?? []
  const span = Number(count) * (unitMs[unit] ?? Number.NaN)
  const ageOf = (row: Filterable) => nowMs - Date.parse(instantOf(row))
  return sign === '<' ? (row) => ageOf(row) < span : (row) => ageOf(row) > span
}

/** Where a flag can stand in its life, after `is:`; the server derives it from the log and from what programs count. */
const lives: readonly string[] = ['draft', 'live', 'settled', 'stale'] satisfies FlagState[]

const not =
  (test: Test): Test =>
  (row, text) =>
    !test(row, text)

/** What a flag can be, after `is:`. */
const states: Record<string, (known: Known) => Test> = {
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

const stateIs = (value: string, known: Known): Test =>
  lives.includes(value) ? ({ flag }) => known.stateOf?.get(flag.key) === value : (own(states, value)?.(known) ?? never)

/** What the words before a colon mean: each makes, of the value behind it, what a row must meet. */
const fields: Record<string, (value: string, known: Known) => Test> = {
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

/** The words before a colon that the filter knows, for its help text. */
export const filterFields: readonly string[] = Object.keys(fields).filter((field) => field !== 'text')

/**
 * The rows that meet every term: plain words in key, name or description, `key:check`, `tag:web`, `type:string`,
 * `owner:ada`, `on:production`, `off:any`, `env:production=on`, `is:everywhere`, `is:stale`, `updated:<30d`, `created:>1w`; `-` before
 * a term leaves out what meets it. An unknown field is looked for as text.
 */
export const filtered = <Row extends Filterable>(rows: readonly Row[], query: string, known: Known): readonly Row[] => {
  const wanted = terms(query).flatMap(({ field, value, negate }): Test[] => {
    const make = own(fields, field)
    // a field whose value is still to be typed leaves nothing out
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
