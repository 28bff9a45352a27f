import type { RowProblem } from '../../../shared/features/sources/schemas/source.ts'
import type { TrackedDefinition, TrackedProperty } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { SliceRow } from '../../platform/event-store/warehouse-data-store.ts'
import type { Column, Row } from '../../platform/outbound/tables/table-source.ts'

const reserved = ['unit', 'at', 'value']
const kindOf = (declared: TrackedProperty): Column['kind'] => (typeof declared === 'string' ? declared : 'text')

/**
 * Problems with a query's columns for a fact: it must return `unit` and `at`, optionally `value`, and the event's
 * properties. Without a definition, checks only what applies to all events.
 */
export function columnProblems(columns: readonly Column[], definition: TrackedDefinition | null): string[] {
  const of = (name: string) => columns.find((column) => column.name === name)
  const [unit, at, value] = [of('unit'), of('at'), of('value')]
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, n) => names.indexOf(name) !== n)
  const problems: (string | false)[] = [
    !unit && 'there is no column unit: who did it, as applications name them',
    !at && 'there is no column at: when it was done',
    at !== undefined && at.kind !== 'time' && `the column at is of type ${at.type}; it has to be a timestamp`,
    unit?.kind === 'time' && 'the column unit is a time; it has to name who did it',
    value !== undefined &&
      value.kind !== 'number' &&
      `the column value is of type ${value.type}; it has to be a number`,
    twice !== undefined && `there are two columns ${twice}`,
    value !== undefined &&
      definition?.value === null &&
      'the event is declared without a value; leave out the column value',
  ]
  const others = columns.filter(({ name }) => !reserved.includes(name))
  if (definition === null) {
    if (others.length > limits.eventProperties)
      problems.push(`there are ${others.length} properties; an event has ${limits.eventProperties} at most`)
    for (const { name, type, kind } of others) {
      if (!/^[A-Za-z][A-Za-z0-9_]{0,49}$/.test(name))
        problems.push(`the column ${name} is no name of a property: letters, digits and underscores, a letter first`)
      if (kind === 'time' || kind === 'other')
        problems.push(`the column ${name} is of type ${type}, which no property is`)
    }
  } else
    for (const { name, type, kind } of others) {
      const declared = Object.hasOwn(definition.properties, name) ? definition.properties[name] : undefined
      if (declared === undefined)
        problems.push(`the event has no property ${name}; declare it, or leave the column out`)
      else if (kindOf(declared) !== kind)
        problems.push(`the column ${name} is of type ${type}; the property is declared as ${declaredText(declared)}`)
    }
  return problems.filter((problem) => problem !== false)
}

const declaredText = (declared: TrackedProperty): string =>
  typeof declared === 'string' ? `a ${declared}` : 'one of some texts'

export type EventRowRules = {
  readonly definition: TrackedDefinition
  readonly digest: (unit: string) => string
  readonly fromMs: number
  readonly toMs: number
}

/** Selects the rows to store, and counts rejected ones by reason. The columns must be valid for this event. */
export function selectEventRows(
  columns: readonly Column[],
  rows: readonly Row[],
  { definition, digest, fromMs, toMs }: EventRowRules,
  refused: Map<RowProblem, number>,
): SliceRow[] {
  const at = (name: string) => columns.findIndex((column) => column.name === name)
  const [unitAt, atAt, valueAt] = [at('unit'), at('at'), at('value')]
  const others = columns.flatMap(({ name }, n) => {
    const declared = definition.properties[name]
    return reserved.includes(name) || declared === undefined ? [] : [{ n, name, declared }]
  })
  const kept: SliceRow[] = []
  for (const row of rows) {
    const judged = judgeRow(row)
    if (typeof judged === 'string') refused.set(judged, (refused.get(judged) ?? 0) + 1)
    else kept.push(judged)
  }
  return kept

  function judgeRow(row: Row): SliceRow | RowProblem {
    const unit = row[unitAt]
    if (unit === null || unit === undefined || unit === '' || unit.length > limits.valueLength) return 'unit'
    const atText = row[atAt] ?? ''
    const atMs = atText === '' ? Number.NaN : Number(atText)
    if (!Number.isFinite(atMs)) return 'at'
    if (atMs < fromMs || atMs >= toMs) return 'outside'
    const value = valueOf(valueAt < 0 ? null : (row[valueAt] ?? null), definition)
    if (value === undefined) return 'value'
    const properties = propertiesOf(row, others)
    return properties === undefined ? 'property' : { unit: digest(unit), atMs, value, properties }
  }
}

const valueOf = (text: string | null, { value: declared }: TrackedDefinition): number | null | undefined => {
  if (text === null) return null
  const value = text === '' ? Number.NaN : Number(text)
  const { min, max } = declared ?? { min: null, max: null }
  if (!(Math.abs(value) <= limits.eventValue) || (min !== null && value < min) || (max !== null && value > max))
    return undefined
  return value
}

type Property = { readonly n: number; readonly name: string; readonly declared: TrackedProperty }

const propertiesOf = (row: Row, others: readonly Property[]): string | null | undefined => {
  const made: Record<string, number | boolean | string> = {}
  for (const { n, name, declared } of others) {
    const text = row[n] ?? null
    if (text === null) continue
    const value = declared === 'number' ? Number(text) : declared === 'boolean' ? text === 'true' : text
    if (typeof value === 'number' && !Number.isFinite(value)) return undefined
    if (typeof declared !== 'string' && !declared.includes(text)) return undefined
    made[name] = value
  }
  return Object.keys(made).length === 0 ? null : JSON.stringify(made)
}
