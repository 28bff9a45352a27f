import { type RawBuilder, sql } from 'kysely'
import { compileCondition, type Scope } from '../../../shared/engine/condition.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import type { Condition, Leaf } from '../../../shared/schemas/condition.ts'
import type { TrackedDefinition, TrackedProperty } from '../../../shared/schemas/tracked.ts'

/** Events know no segment, flag or slice: a metric with such a condition is refused before. */
const scope: Scope = {
  salt: '',
  families: everyFamily,
  segment: () => () => false,
  flag: () => () => false,
  timed: () => undefined,
}

type Sql = RawBuilder<boolean>

const never = sql<boolean>`false`
const always = sql<boolean>`true`

/**
 * A condition on rows of `track` of one event, true or false for every row as the engine says: each test is asked of the engine
 * itself, for every text that a property is declared to be, and for a number at and between all that it is compared with. What
 * was kept under another declaration and doesn't fit this one counts as not there. `track`: how the statement calls the rows.
 */
export const conditionSql = (
  condition: Condition,
  definition: Pick<TrackedDefinition, 'properties'>,
  track = 'track',
): Sql => {
  if (condition === true) return always
  const inner = (one: Condition) => conditionSql(one, definition, track)
  if ('all' in condition) return joined(condition.all.map(inner), ' and ', always)
  if ('any' in condition) return joined(condition.any.map(inner), ' or ', never)
  if ('not' in condition) return sql<boolean>`(not ${inner(condition.not)})`
  if (!('operator' in condition)) return never
  const { attribute } = condition
  const holds = testOf(condition)
  if (attribute === 'value') return numberSql(sql.ref(`${track}.value`), condition, holds)
  const declared = Object.hasOwn(definition.properties, attribute) ? definition.properties[attribute] : undefined
  return declared === undefined ? said(holds(undefined)) : propertySql(declared, condition, holds, track)
}

const said = (holds: boolean): Sql => (holds ? always : never)
const joined = (parts: readonly Sql[], by: ' and ' | ' or ', empty: Sql): Sql =>
  parts.length === 0 ? empty : sql<boolean>`(${sql.join(parts, sql.raw(by))})`

/** What the engine says of a value; undefined is none. */
const testOf = (leaf: Leaf): ((value: unknown) => boolean) => {
  const holds = compileCondition({ ...leaf, attribute: 'value' }, scope)
  return (value) => holds(value === undefined ? {} : { value: value as string }, 0)
}

const propertySql = (declared: TrackedProperty, leaf: Leaf, holds: (value: unknown) => boolean, track: string): Sql => {
  const property = sql`(${sql.ref(`${track}.properties`)} -> ${sql.lit(leaf.attribute)})`
  if (declared === 'number') {
    const number = sql`case when jsonb_typeof(${property}) = 'number' then ${property}::double precision end`
    return numberSql(number, leaf, holds)
  }
  const values: readonly (string | boolean)[] = declared === 'boolean' ? [true, false] : declared
  const absent = holds(undefined)
  const differing = values.filter((value) => holds(value) !== absent)
  const isOneOf = among(property, differing)
  return absent ? sql<boolean>`(not ${isOneOf})` : isOneOf
}

const among = (property: RawBuilder<unknown>, values: readonly (string | boolean)[]): Sql =>
  values.length === 0
    ? never
    : sql<boolean>`coalesce(${property} = any(${values.map((value) => JSON.stringify(value))}::jsonb[]), false)`

/** Where a test of numbers begins or ends to hold: it is the same everywhere between two of these. */
const numberSql = (number: RawBuilder<unknown>, leaf: Leaf, holds: (value: unknown) => boolean): Sql => {
  const edges = [...new Set(leaf.values.filter((value) => typeof value === 'number'))].toSorted((a, b) => a - b)
  const absent = holds(undefined)
  const parts: Sql[] = []
  const take = (value: number, part: Sql) => {
    if (holds(value) !== absent) parts.push(part)
  }
  for (const [at, edge] of edges.entries()) {
    const before = edges[at - 1]
    const low = before ?? -Number.MAX_VALUE
    const between = low / 2 + edge / 2
    if (before === undefined ? edge > low : low < between && between < edge) {
      const under = sql<boolean>`${number} < ${edge}::double precision`
      const part = before === undefined ? under : sql<boolean>`(${number} > ${before}::double precision and ${under})`
      take(before === undefined ? -Number.MAX_VALUE : between, part)
    }
    take(edge, sql<boolean>`${number} = ${edge}::double precision`)
  }
  const last = edges.at(-1)
  if (last === undefined) take(0, sql<boolean>`${number} is not null`)
  else if (last < Number.MAX_VALUE) take(Number.MAX_VALUE, sql<boolean>`${number} > ${last}::double precision`)
  const differs = sql<boolean>`coalesce(${joined(parts, ' or ', never)}, false)`
  return absent ? sql<boolean>`(not ${differs})` : differs
}
