import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { publish } from '../../src/server/features/publishing/publish.ts'
import { headsOf } from '../../src/server/features/publishing/queries.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { EnvironmentCtx } from '../../src/server/platform/kernel/ctx.ts'
import { aDocument, furnished, logged } from './furnish.ts'
import { type CpuClock, cpuOf, type Row, row, shown, timed } from './measure.ts'

export const publishers = 8

/**
 * Measures publishers in one environment, and each in its own, with the hash chain of the audit log, and the cost of
 * the chain.
 */
export async function publishing(db: Db, clock: CpuClock, flags: number, publishes: number): Promise<Row[]> {
  const one = await furnished(db, 'one', flags)
  await logged(one, flags, flags)
  const many: EnvironmentCtx[] = []
  for (let n = 0; n < publishers; n++) {
    const ctx = await furnished(db, `many-${n}`, 100)
    await logged(ctx, 100, 100)
    many.push(ctx)
  }
  const together = Array.from({ length: publishers }, () => one)
  const here = `publish, ${publishers} publishers, environment of ${shown.format(flags)} flags`
  await published(clock, 'warm up', together, Math.ceil(publishes / 5))
  const rows = [
    { ...(await published(clock, here, together, publishes)), goal: { figure: 'p99' as const, under: 50 } },
    await published(clock, `publish, ${publishers} publishers, ${publishers} environments`, many, publishes),
  ]
  await sql`alter table event disable trigger event_chained`.execute(db)
  rows.push(await published(clock, `${here}, without the audit chain`, together, publishes))
  await sql`alter table event enable trigger event_chained`.execute(db)
  return rows
}

/** Publishes changes to different flags, first one after the other, then all at once. */
async function published(
  clock: CpuClock,
  what: string,
  places: readonly EnvironmentCtx[],
  publishes: number,
): Promise<Row> {
  const cpu = clock()
  const times: number[] = []
  const shared = new Set(places).size === 1
  const all = await timed(() =>
    Promise.all(
      places.map(async (ctx, who) => {
        for (let n = 0; n < publishes; n++) {
          const key = `flag-${(shared ? who * 100 : 0) + (n % 100) + 1}`
          const [head] = await headsOf(ctx.db, ctx.environment, [{ kind: 'flag', key }])
          const document = aDocument(key, randomBytes(8).toString('hex'))
          const entries = [{ kind: 'flag' as const, key, document }]
          times.push(await timed(() => publish(ctx, { base: head?.number ?? 0, message: 'bench', entries })))
        }
      }),
    ),
  )
  const perSecond = Math.round((times.length / all) * 1_000)
  return row(what, times, { perSecond, cpu: cpuOf(clock, cpu, times.length) })
}
