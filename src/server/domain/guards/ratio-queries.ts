import { sql } from 'kysely'
import { limits } from '../../../shared/limits.ts'
import type { ArmRatio, ByArm, RatioQuestion } from '../../../shared/ramps/guard-question.ts'
import type { MetricTerm } from '../../../shared/schemas/metric.ts'
import type { Db } from '../../db/pool.ts'
import { conditionSql } from '../metrics/condition-queries.ts'
import { type Asked, declaredIn, didPagesSay, trustedVias } from './count-queries.ts'

const dayMs = 24 * 3_600_000
/** No single value counts for more: squares of sums of such stay numbers. */
const most = 1e100

type UnitRow = { arm: number; count: number }
type SumRow = UnitRow & {
  isRobot: boolean
  over: number
  overSquares: number
  under: number
  underSquares: number
  product: number
  withOver: number
  withUnder: number
}

/**
 * What the exposed users' events add up to over what others of theirs add up to, by arm, of all rows anew: of users who have had
 * the whole window, and whose events have had time to arrive. Until then a user is not there at all: with half of a window
 * they would be counted again and again as they go on, and the sequence that compares the arms would not hold. Whoever sent
 * more than a robot's events a day is left out.
 */
export const ratiosOf = async (
  db: Db,
  { run, place, projectId, openedAt, now, question, people }: Asked<RatioQuestion>,
): Promise<{ all: ByArm<ArmRatio>; trusted: ByArm<ArmRatio> }> => {
  const { over, under, fromMs, lengthMs, lagMs, serversOnly } = question
  const [a, b] = [await declaredIn(db, projectId, over.event), await declaredIn(db, projectId, under.event)]
  if (!a || !b) return { all: byArm([], []), trusted: byArm([], []) }
  const fits = ({ where = true }: MetricTerm, { id, definition }: typeof a) =>
    sql<boolean>`(track.event = ${id} and ${conditionSql(where, definition)})`
  const taken = ({ take }: MetricTerm) =>
    take === 'count' ? sql`1` : sql`least(greatest(track.value, ${-most}::double precision), ${most}::double precision)`
  const sumOf = (term: MetricTerm, declared: typeof a) =>
    sql`coalesce(sum(${taken(term)}) filter (where ${fits(term, declared)}), 0)::double precision`
  const matured = new Date(now.getTime() - fromMs - lengthMs - lagMs)
  const from = sql`exposure.first_at + ${fromMs / 1_000} * interval '1 second'`
  const end = sql`exposure.first_at + ${(fromMs + lengthMs) / 1_000} * interval '1 second'`
  const robot = limits.robotEventsPerDay * Math.max(1, Math.ceil(lengthMs / dayMs))
  const of = async (told: boolean) => {
    const exposedBy = told ? sql`and exposure.via = any(${trustedVias})` : sql``
    const saidBy = told ? sql`and track.via = any(${trustedVias})` : sql``
    const exposed = sql`exposure.run = ${run} and not exposure.crossed and exposure.first_at <= ${matured} ${exposedBy}`
    const { rows: units } = await sql<UnitRow>`
      select exposure.arm, count(*)::int as count from exposure where ${exposed} group by exposure.arm`.execute(db)
    const { rows } = await sql<SumRow>`
      select arm, is_robot, count(*)::int as count, sum(a) as over, sum(a * a) as over_squares, sum(b) as under,
        sum(b * b) as under_squares, sum(a * b) as product, (count(*) filter (where a <> 0))::int as with_over,
        (count(*) filter (where b <> 0))::int as with_under
      from (
        select exposure.arm, count(*) > ${robot} as is_robot, ${sumOf(over, a)} as a, ${sumOf(under, b)} as b
        from exposure join track on track.unit = exposure.unit and track.place = ${place}
          and track.at >= ${openedAt} and track.at >= ${from} and track.at < ${end}
          and (${fits(over, a)} or ${fits(under, b)}) ${saidBy}
        where ${exposed} group by exposure.unit, exposure.arm
      ) as unit group by arm, is_robot`.execute(db)
    return byArm(units, rows)
  }
  if (serversOnly) {
    const trusted = await of(true)
    return { all: trusted, trusted }
  }
  const all = await of(false)
  const isTold =
    people.all.treatment === people.trusted.treatment &&
    people.all.control === people.trusted.control &&
    !(await didPagesSay(db, [a.id, b.id], openedAt))
  return { all, trusted: isTold ? all : await of(true) }
}

const byArm = (units: readonly UnitRow[], rows: readonly SumRow[]): ByArm<ArmRatio> => {
  const of = (arm: number): ArmRatio => {
    const sums = rows.find((row) => row.arm === arm && !row.isRobot)
    const robots = rows.find((row) => row.arm === arm && row.isRobot)?.count ?? 0
    const n = (units.find((row) => row.arm === arm)?.count ?? 0) - robots
    return {
      sums: {
        over: { n, sum: sums?.over ?? 0, sumsq: sums?.overSquares ?? 0 },
        under: { n, sum: sums?.under ?? 0, sumsq: sums?.underSquares ?? 0 },
        product: sums?.product ?? 0,
      },
      ...{ withOver: sums?.withOver ?? 0, withUnder: sums?.withUnder ?? 0, robots },
    }
  }
  return { treatment: of(0), control: of(1) }
}
