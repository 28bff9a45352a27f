import { maxEventValue, minEventMagnitude } from '../question.ts'
import { type NumberBounds, type RowTest, rowTest } from '../row-test.ts'
import { sourcesByTrust, trustedVias } from '../rows.ts'
import type { ExposureQuery, MeasuredPart, MeasuredTerm, SourceTrust } from '../store.ts'

/** Quotes a string literal. */
export const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** An integer literal. Milliseconds and ids are integers. */
export const integerLiteral = (value: number): string => `toInt64(${Math.round(value)})`

/** Bit-exact float literal. ClickHouse parses decimal text less precisely. */
export const float = (value: number): string => {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  return `reinterpret(toUInt64(${bits.getBigUint64(0)}), 'Float64')`
}

/** A list literal. ClickHouse rejects empty lists, so an empty list contains -1, which matches nothing. */
export const list = (values: readonly number[]): string => `(${values.length === 0 ? '-1' : values.join(', ')})`

const uuid = (digits: string): string =>
  digits.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Formats a unit's digest like ClickHouse does. */
export const unitText = uuid

/** A condition for the rows of `track` that belong to a part. */
export const partCondition = ({ event, properties, where = true }: MeasuredPart): string =>
  where === true ? `(track.event = ${event})` : `(track.event = ${event} and ${testSql(rowTest(where, properties))})`

const testSql = (test: RowTest): string => {
  if (typeof test === 'boolean') return test ? 'true' : 'false'
  if ('all' in test) return test.all.length === 0 ? 'true' : `(${test.all.map(testSql).join(' and ')})`
  if ('any' in test) return test.any.length === 0 ? 'false' : `(${test.any.map(testSql).join(' or ')})`
  if ('not' in test) return `(not ${testSql(test.not)})`
  if ('oneOf' in test) {
    const name = text(test.property)
    const type = `JSONType(track.properties, ${name})`
    const texts = test.oneOf.filter((value) => typeof value === 'string')
    const flags = test.oneOf.filter((value) => typeof value === 'boolean')
    const parts = [
      ...(texts.length === 0
        ? []
        : [`(${type} = 'String' and JSONExtractString(track.properties, ${name}) in (${texts.map(text).join(', ')}))`]),
      ...flags.map((flag) => `(${type} = 'Bool' and JSONExtractBool(track.properties, ${name}) = ${flag})`),
    ]
    return `(${parts.join(' or ')})`
  }
  if (test.number === 'value')
    return `(track.value is not null and (${test.among.map((part) => amongSql('assumeNotNull(track.value)', part)).join(' or ')}))`
  const name = text(test.number.property)
  const number = `JSONExtractFloat(track.properties, ${name})`
  return `(JSONType(track.properties, ${name}) in ('Int64', 'UInt64', 'Double')
    and (${test.among.map((part) => amongSql(number, part)).join(' or ')}))`
}

const amongSql = (number: string, part: number | NumberBounds): string => {
  if (typeof part === 'number') return `${number} = ${float(part)}`
  const sides = [
    ...(part.over === null ? [] : [`${number} > ${float(part.over)}`]),
    ...(part.under === null ? [] : [`${number} < ${float(part.under)}`]),
  ]
  return sides.length === 0 ? 'true' : `(${sides.join(' and ')})`
}

/** The value that a row of `track` adds to a sum, or null if the row has none. */
export const termValue = ({ take }: Pick<MeasuredTerm, 'take'>): string =>
  take === 'count'
    ? 'toFloat64(1)'
    : `multiIf(track.value is null, null, abs(track.value) < ${float(minEventMagnitude)}, toFloat64(0),
        greatest(least(assumeNotNull(track.value), ${float(maxEventValue)}), ${float(-maxEventValue)}))`

/** A condition for the rows of `track` from sources that are trusted enough. */
export const trustCondition = (by: SourceTrust): string =>
  by === 'anyone' ? 'true' : `track.via in ${list(trustedVias)}`

/** Highest index in `byTrust` that is trusted enough. */
const believed = (by: SourceTrust): number => (by === 'anyone' ? sourcesByTrust.length : trustedVias.length) - 1

/** The exposures of a query, one row per unit: unit, arm, first, told. */
export const exposedSql = ({ run, fromMs, toMs, exposuresBy }: ExposureQuery): string => `
  select unit, min(arm) as its_arm, min(first_at) as first, min(trust) as told from exposure where run = ${run}
  group by unit having its_arm = max(last_arm) and first >= ${integerLiteral(fromMs)} and first < ${integerLiteral(toMs)} and told <= ${believed(exposuresBy)}`

/** Start of the cohort that an exposure belongs to, from `first`. */
export const cohortOf = (grainMs: number | null, fromMs: number): string =>
  grainMs === null ? integerLiteral(fromMs) : `intDiv(first, ${integerLiteral(grainMs)}) * ${integerLiteral(grainMs)}`
