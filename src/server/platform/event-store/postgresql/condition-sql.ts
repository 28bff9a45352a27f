import { type RawBuilder, sql } from 'kysely'
import type { TrackedDefinition } from '../../../../shared/features/usage/schemas/tracked.ts'
import type { Condition } from '../../../../shared/schemas/condition.ts'
import { type NumberBounds, type RowTest, rowTest } from '../row-test.ts'

type Sql = RawBuilder<boolean>

const never = sql<boolean>`false`
const always = sql<boolean>`true`

/**
 * Compiles a condition on one event's rows of `track` to SQL that is true or false for each. `track` is the alias of
 * the table.
 */
export const conditionSql = (
  condition: Condition,
  { properties }: Pick<TrackedDefinition, 'properties'>,
  track = 'track',
): Sql => testSql(rowTest(condition, properties), track)

const testSql = (test: RowTest, track: string): Sql => {
  if (typeof test === 'boolean') return test ? always : never
  const inner = (one: RowTest) => testSql(one, track)
  if ('all' in test) return joined(test.all.map(inner), ' and ', always)
  if ('any' in test) return joined(test.any.map(inner), ' or ', never)
  if ('not' in test) return sql<boolean>`(not ${inner(test.not)})`
  if ('oneOf' in test) {
    const values = test.oneOf.map((value) => JSON.stringify(value))
    return sql<boolean>`coalesce(${propertyOf(test.property, track)} = any(${values}::jsonb[]), false)`
  }
  const number = test.number === 'value' ? sql.ref(`${track}.value`) : numberOf(propertyOf(test.number.property, track))
  return sql<boolean>`coalesce(${joined(
    test.among.map((part) => amongSql(number, part)),
    ' or ',
    never,
  )}, false)`
}

const joined = (parts: readonly Sql[], by: ' and ' | ' or ', empty: Sql): Sql =>
  parts.length === 0 ? empty : sql<boolean>`(${sql.join(parts, sql.raw(by))})`

const propertyOf = (name: string, track: string) => sql`(${sql.ref(`${track}.properties`)} -> ${sql.lit(name)})`

const numberOf = (property: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${property}) = 'number' then ${property}::double precision end`

const amongSql = (number: RawBuilder<unknown>, part: number | NumberBounds): Sql => {
  if (typeof part === 'number') return sql<boolean>`${number} = ${part}::double precision`
  const sides = [
    ...(part.over === null ? [] : [sql<boolean>`${number} > ${part.over}::double precision`]),
    ...(part.under === null ? [] : [sql<boolean>`${number} < ${part.under}::double precision`]),
  ]
  return joined(sides, ' and ', sql<boolean>`${number} is not null`)
}
