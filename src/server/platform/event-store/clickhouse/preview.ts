import { limits } from '../../../../shared/limits.ts'
import type { Db } from '../../db/pool.ts'
import type { MeasuredPart, PreviewQuestion, PreviewRow } from '../store.ts'
import type { ClickHouse } from './connect.ts'
import { integerLiteral, partCondition, termValue, text } from './parts.ts'
import { withVisibleReads } from './slices.ts'

/** The value of the metric over all units that have a row in `kept`. */
const valueSql = ({ measure }: PreviewQuestion): string => {
  switch (measure.kind) {
    case 'proportion':
      return `avg(toFloat64(count_a >= ${measure.atLeast}))`
    case 'retention':
      return 'avg(toFloat64(count_a > 0))'
    case 'count':
      return 'avg(toFloat64(count_a))'
    case 'sum':
      return 'avg(sum_a)'
    case 'ratio': {
      const [over, under] = [measure.over.take, measure.under.take].map((take) => `sum(toFloat64(${take}_`)
      return `if(${under}b)) = 0, null, ${over}a)) / ${under}b)))`
    }
    case 'time':
      return 'if(countIf(count_a > 0) = 0, null, avgIf(toFloat64(first_a - first_at), count_a > 0))'
    case 'quantile':
      return `if(countIf(count_a > 0) = 0, null, quantileExactInclusiveIf(${measure.at})(sum_a, count_a > 0))`
  }
}

/** Computes the metric over a period and over each of its days. Gives the same results as the PostgreSQL store. */
export function preview(clickhouse: ClickHouse, db: Db, question: PreviewQuestion): Promise<PreviewRow[]> {
  const { measure, place } = question
  const parts = measure.kind === 'ratio' ? [measure.over, measure.under] : [measure.of]
  return withVisibleReads(
    db,
    place,
    parts.map(({ event }) => event),
    (inForce) => previewed(clickhouse, question, inForce),
  )
}

async function previewed(clickhouse: ClickHouse, question: PreviewQuestion, inForce: string): Promise<PreviewRow[]> {
  const { measure, place, unitBy, from, to, share, fromClients, withoutRobots } = question
  const [a, b] = measure.kind === 'ratio' ? [measure.over, measure.under] : [measure.of, measure.of]
  const ofPart = (part: MeasuredPart) => `(${fromClients ? 'true' : 'track.via <> 1'} and ${partCondition(part)})`
  const byEvent = measure.kind === 'quantile' && measure.each === 'event' ? measure.at : null
  const last = Math.min(0xffff_ffff, Math.floor(share * 0x1_0000_0000))
  const seen = `
    select unit, at, ${termValue({ take: 'sum' })} as value, intDiv(at, 86400000) as day, ${ofPart(a)} as a, ${ofPart(b)} as b from track final
    where place = ${place} and unit_by = ${text(unitBy ?? '')} and at >= ${integerLiteral(from.getTime())} and at < ${integerLiteral(to.getTime())}
      and substring(toString(unit), 1, 8) <= '${last.toString(16).padStart(8, '0')}' and ${inForce}`
  const perOf = (keys: string) => `
    select ${keys}, count() > ${limits.robotEventsPerDay} as is_many, countIf(a) as count_a, ifNull(sumIf(value, a), 0) as sum_a,
      countIf(b) as count_b, ifNull(sumIf(value, b), 0) as sum_b, min(at) as first_at, minIf(at, a) as first_a
    from seen group by ${keys}`
  const kept = 'unit not in (select unit from robot)'
  const rowOf = (day: string, per: string, key: string) => `
    select ${day} as day, toUInt32(count()) as units, toUInt32(countIf(count_a > 0 or count_b > 0)) as active,
      toUInt32((select count() from robot)) as robots, ${byEvent === null ? valueSql(question) : 'toFloat64(0)'} as value
    from ${per} where ${kept} ${key}`
  const rows = await clickhouse.ask<PreviewRow>(`
    with seen as (${seen}), robot as (
      select distinct unit from (${perOf('day, unit')}) where ${withoutRobots ? 'is_many' : 'false'}
    )
    select * from (
      ${rowOf("''", `(${perOf('unit')})`, 'having units > 0')}
      union all ${rowOf('toString(toDate(day))', `(${perOf('day, unit')})`, 'group by day')}
    ) order by day`)
  const quantiles =
    byEvent === null
      ? new Map<string, number>()
      : await clickhouse
          .ask<{ day: string; value: number }>(`
            with seen as (${seen}), robot as (
              select distinct unit from (${perOf('day, unit')}) where ${withoutRobots ? 'is_many' : 'false'}
            ), those as (select day, assumeNotNull(value) as value from seen where a and value is not null and ${kept})
            select '' as day, quantileExactInclusive(${byEvent})(value) as value from those having count() > 0
            union all select toString(toDate(day)), quantileExactInclusive(${byEvent})(value) from those group by day`)
          .then((found) => new Map(found.map(({ day, value }) => [day, value])))
  return rows.map(({ day, value, ...row }) => ({
    ...row,
    day: day === '' ? null : day,
    value: byEvent === null ? value : (quantiles.get(day ?? '') ?? null),
  }))
}
