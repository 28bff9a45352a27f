import { normalTailQuantile } from '../../../../shared/statistics/special/normal.ts'
import type { Db } from '../../db/pool.ts'
import { eventsFromMs, robotEvents, valueTolerance } from '../question.ts'
import type { ArmQuantile, PercentileQuestion, ValuesQuestion } from '../store.ts'
import type { ClickHouse } from './connect.ts'
import { exposedSql, float, integerLiteral, partCondition, termValue, text, trustCondition } from './parts.ts'
import { withVisibleReads } from './slices.ts'

/** Computes a percentile of the units' values in a period, over the units that had the event. */
export async function percentile(
  clickhouse: ClickHouse,
  db: Db,
  { place, unitBy, of, fromMs, toMs, eventsBy, q }: PercentileQuestion,
): Promise<{ units: number; value: number | null }> {
  const [row] = await withVisibleReads(db, place, [of.event], (inForce) =>
    clickhouse.ask<{ units: number; value: number | null }>(`
    select toUInt32(count()) as units, if(units = 0, null, quantileExactInclusive(${q})(total)) as value from (
      select ifNull(sum(${termValue(of)}), 0) as total from track final
      where place = ${place} and unit_by = ${text(unitBy ?? '')} and ${partCondition(of)}
        and at >= ${integerLiteral(fromMs)} and at < ${integerLiteral(toMs)} and ${trustCondition(eventsBy)} and ${inForce} group by unit
    )`),
  )
  return row ?? { units: 0, value: null }
}

/**
 * Computes each arm's quantile and the values at the ranks around it. Gives the same results as the PostgreSQL store.
 */
export function readClickHouseQuantiles(
  clickhouse: ClickHouse,
  db: Db,
  question: ValuesQuestion,
): Promise<ArmQuantile[]> {
  return withVisibleReads(db, question.place, [question.of.event], (inForce) =>
    clickhouse.ask<ArmQuantile>(valuesSql(question, inForce)),
  )
}

const valuesSql = (question: ValuesQuestion, inForce: string): string => {
  const { each, q, alpha, of, window, place, toMs, eventsBy, withoutRobots } = question
  const z = normalTailQuantile(alpha / 2)
  const robot = withoutRobots ? `where events <= ${robotEvents(window.lengthMs)}` : ''
  const event = `
    select arm, unit, assumeNotNull(counted) as value from (
      select its_arm as arm, track.unit as unit, ${termValue({ take: 'sum' })} as counted, count() over (partition by track.unit) as events
      from track final inner join (${exposedSql(question)}) as exposed on track.unit = exposed.unit
      where track.place = ${place} and ${partCondition(of)} and ${trustCondition(eventsBy)} and ${inForce}
        and track.at >= first + ${integerLiteral(window.fromMs)} and track.at < first + ${integerLiteral(window.fromMs + window.lengthMs)}
        and track.at >= ${integerLiteral(eventsFromMs(question))} and track.at < ${integerLiteral(toMs + window.fromMs + window.lengthMs)}
    ) ${robot === '' ? 'where' : `${robot} and`} counted is not null`
  const ofEach =
    each === 'unit' ? 'select arm, unit, sum(value) as value from event group by arm, unit' : 'select * from event'
  const rank = (part: string, values: string) =>
    `toUInt64(least(toFloat64(${values}), greatest(1, ceil(${part} * toFloat64(${values})))))`
  const spread =
    each === 'unit'
      ? `select arm as of_arm, values as units, values as many, quantile as middle, sqrt(${float(q)} * (1 - ${float(q)}) / values) as s from found`
      : `select of_arm, count() as units, any(of_values) as many, any(of_quantile) as middle,
          sqrt(greatest(0, (sum(off * off) - sum(off) * sum(off) / count()) / greatest(1, count() - 1)) * count()) / any(of_values) as s
        from (
          select event.arm as of_arm, any(found.values) as of_values, any(found.quantile) as of_quantile,
            countIf(event.value <= found.quantile) - ${float(q)} * count() as off
          from event inner join found on event.arm = found.arm group by event.arm, event.unit
        ) group by of_arm`
  const [below, above] = [`value < low - ${valueTolerance} * abs(low)`, `value > high + ${valueTolerance} * abs(high)`]
  const at = (side: string) => rank(side, 'many')
  return `
    with event as (${event}),
    ordered as (
      select arm, value, row_number() over (partition by arm order by value) as place, count() over (partition by arm) as values
      from (${ofEach})
    ), found as (select arm, values, value as quantile from ordered where place = ${rank(float(q), 'values')}),
    spread as (${spread}),
    ranked as (
      select its_arm, units, many, middle,
        anyIf(value, place = ${at(`greatest(0, ${float(q)} - ${float(z)} * s)`)}) as low,
        anyIf(value, place = ${at(`least(1, ${float(q)} + ${float(z)} * s)`)}) as high
      from (select of_arm as its_arm, units, many, middle, s, ordered.value as value, ordered.place as place
        from spread inner join ordered on spread.of_arm = ordered.arm)
      group by its_arm, units, many, middle
    )
    select its_arm as arm, toUInt32(any(units)) as n, toUInt32(any(many)) as values, any(middle) as quantile,
      if(countIf(${below}) = 0, any(low), maxIf(value, ${below})) as lower,
      if(countIf(${above}) = 0, any(high), minIf(value, ${above})) as upper
    from (select its_arm, units, many, middle, low, high, ordered.value as value
      from ranked inner join ordered on ranked.its_arm = ordered.arm)
    group by its_arm order by arm`
}
