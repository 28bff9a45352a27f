/*
 * Measures the cost of one new day of an experiment and of all its days, in both stores: sums by variant and cohort for
 * five metrics. Compares with the SQL of warehouse-native products, which reads all raw rows, on the same rows. Each
 * query has its own database process. Only the CPU time of that process counts, because other work on the machine only
 * delays it.
 *   npm run bench:cohorts -- [--units 1000000] [--days 20] [--no-write]
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { type Db, openDb } from '../src/server/platform/db/pool.ts'
import { type ClickHouse, connect } from '../src/server/platform/event-store/clickhouse/connect.ts'
import { clickhouseStore } from '../src/server/platform/event-store/clickhouse/store.ts'
import { prepareTables } from '../src/server/platform/event-store/clickhouse/tables.ts'
import { makePartitions } from '../src/server/platform/event-store/postgresql/partitions.ts'
import { postgresqlStore } from '../src/server/platform/event-store/postgresql/store.ts'
import type { CohortQuestion, CohortSums, EventStore, UnitMeasure } from '../src/server/platform/event-store/store.ts'
import { chdbModules, startClickHouse } from '../tests/support/clickhouse.ts'
import { circumstances, grouped, loadNow, section, tableOf } from './page.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '1000000' },
    days: { type: 'string', default: '20' },
    'no-write': { type: 'boolean' },
  },
})
const units = Number(values.units)
const days = Number(values.days)
const dayMs = 24 * 3_600_000
const before = loadNow()

const today = Math.floor(Date.now() / dayMs) * dayMs
/** Day of the first exposures. Events range from two weeks before it to one week after the last exposure. */
const firstMs = today - 30 * dayMs
const [visit, purchase, failure] = [1, 2, 3]
const of = (event: number) => ({ event, properties: {} })

const measures: Record<string, UnitMeasure> = {
  'share who bought': { kind: 'proportion', of: of(purchase), atLeast: 1 },
  'visits a user': { kind: 'count', of: of(visit) },
  'money a user': { kind: 'sum', of: of(purchase) },
  'failures a visit': {
    ...{ kind: 'ratio', over: { ...of(failure), take: 'count' }, under: { ...of(visit), take: 'count' } },
  },
  'time to buy': { kind: 'time', of: of(purchase) },
}
/** Returns the question about one metric for the cohorts between two days. */
const questionOf = (measure: UnitMeasure, from: number, to: number): CohortQuestion => ({
  ...{ run: 1, place: 1, measure, grainMs: dayMs, withoutRobots: measure.kind !== 'proportion' },
  ...{ fromMs: firstMs + from * dayMs, toMs: firstMs + to * dayMs, window: { fromMs: 0, lengthMs: 7 * dayMs } },
  exposuresBy: 'anyone',
  eventsBy: 'anyone',
  cap: measure.kind === 'count' || measure.kind === 'sum' ? 400 : null,
  beforeMs: measure.kind === 'time' ? null : 14 * dayMs,
})

/** CPU time of a process so far, in ms. */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-cohorts-'))
const cluster = await startEmbedded({ home })
const db = openDb(await ensureDatabase(cluster, 'cohorts'), 1, (error) => console.error(error.message))

/**
 * Each user has an exposure on one day and one visit before and after it. Some users purchase and fail within the next
 * week.
 */
const fillPostgresql = async () => {
  await migrate(db)
  for (let day = 46; day >= 0; day -= 9) await makePartitions(db, new Date(today - day * dayMs))
  const first = sql`(to_timestamp(${firstMs / 1_000}) + (n % ${days}) * interval '1 day' + (n % 86399) * interval '1 second')`
  await sql`insert into exposure (run, unit, arm, first_at, via)
    select 1, md5(n::text)::uuid, (n / ${days}) % 2, ${first}, 0 from generate_series(1, ${units}) as n`.execute(db)
  const rows: [number, ReturnType<typeof sql>, ReturnType<typeof sql>, ReturnType<typeof sql>][] = [
    [visit, sql`${first} - (1 + n % 11) * interval '1 day'`, sql`null::double precision`, sql`true`],
    [visit, sql`${first} + (n % 150) * interval '1 hour'`, sql`null::double precision`, sql`true`],
    [purchase, sql`${first} + (n % 160) * interval '1 hour'`, sql`(n % 500)::double precision`, sql`n % 10 < 3`],
    [purchase, sql`${first} - (1 + n % 200) * interval '1 hour'`, sql`(n % 300)::double precision`, sql`n % 10 < 2`],
    [failure, sql`${first} + (n % 100) * interval '1 hour'`, sql`null::double precision`, sql`n % 10 = 7`],
  ]
  for (const [event, at, value, where] of rows)
    await sql`insert into track (unit, at, value, place, event, via)
      select md5(n::text)::uuid, ${at}, ${value}, 1, ${event}, 0 from generate_series(1, ${units}) as n where ${where}`.execute(
      db,
    )
  // disables parallel workers, so that the measured process does all work
  await sql`vacuum analyze exposure, track`.execute(db)
  await sql`alter database cohorts set max_parallel_workers_per_gather = 0`.execute(db)
  await sql`set max_parallel_workers_per_gather = 0`.execute(db)
}

const fillClickHouse = async (clickhouse: ClickHouse) => {
  await prepareTables(clickhouse)
  const first = `toInt64(${firstMs} + (n % ${days}) * ${dayMs} + (n % 86399) * 1000)`
  const unit = 'toUUID(lower(hex(MD5(toString(n)))))'
  const hour = 3_600_000
  await clickhouse.command(`insert into exposure select 1, ${unit}, intDiv(n, ${days}) % 2, intDiv(n, ${days}) % 2, ${first}, 0
    from (select number + 1 as n from numbers(${units}))`)
  const rows: [number, string, string, string][] = [
    [visit, `${first} - (1 + n % 11) * ${dayMs}`, 'null', 'true'],
    [visit, `${first} + (n % 150) * ${hour}`, 'null', 'true'],
    [purchase, `${first} + (n % 160) * ${hour}`, 'toFloat64(n % 500)', 'n % 10 < 3'],
    [purchase, `${first} - (1 + n % 200) * ${hour}`, 'toFloat64(n % 300)', 'n % 10 < 2'],
    [failure, `${first} + (n % 100) * ${hour}`, 'null', 'n % 10 = 7'],
  ]
  for (const [at, [event, instant, value, where]] of rows.entries())
    await clickhouse.command(`insert into track select 1, ${event}, ${unit}, n * 8 + ${at}, ${instant}, ${value}, 0, '', ''
      from (select number + 1 as n from numbers(${units})) where ${where}`)
}

/**
 * One row for each user with a left join of the user's events, repeated for each metric, as these products write it.
 */
const theirs = async (tx: Db): Promise<number> => {
  let sum = 0
  for (const [event, value] of [
    [purchase, sql`max(case when metric.at is not null then 1 else 0 end)`],
    [visit, sql`least(count(metric.at), 400)`],
    [purchase, sql`least(coalesce(sum(metric.value), 0), 400)`],
    [failure, sql`count(metric.at)`],
    [visit, sql`count(metric.at)`],
    [purchase, sql`extract(epoch from min(metric.at - exposures.first_at))`],
  ] as const) {
    const { rows } = await sql<{ y: number | null }>`
      with exposures as (
        select unit, arm as variation, min(first_at) as first_at from exposure where run = 1 group by unit, arm
      ), metric as (
        select unit, at, value from track where event = ${event}
      ), each_user as (
        select exposures.variation, exposures.unit, ${value} as value from exposures
        left join metric on metric.unit = exposures.unit and metric.at >= exposures.first_at
          and metric.at < exposures.first_at + interval '7 days'
        group by 1, 2
      ), before_user as (
        select exposures.unit, count(metric.at) as x from exposures
        left join metric on metric.unit = exposures.unit and metric.at < exposures.first_at
          and metric.at >= exposures.first_at - interval '14 days'
        group by 1
      )
      select variation, count(*) as users, sum(value)::double precision as y, sum(value * value)::double precision as yy,
        sum(value * x)::double precision as xy, sum(x * x)::double precision as xx
      from each_user join before_user using (unit) group by variation`.execute(tx)
    sum += rows.reduce((all, { y }) => all + (y ?? 0), 0)
  }
  return sum
}

type Cost = { readonly cpu: number; readonly wall: number }
const costOf = async <T>(pid: number, act: () => Promise<T>): Promise<Cost & { result: T }> => {
  const [cpu, wall] = [cpuMs(pid), performance.now()]
  const result = await act()
  return { cpu: cpuMs(pid) - cpu, wall: performance.now() - wall, result }
}

/** Measures one metric of one cohort, the most expensive metric of all cohorts, and all metrics of all cohorts. */
const look = async (store: EventStore, pid: number) => {
  let cohort: Cost = { cpu: 0, wall: 0 }
  let metric: Cost = { cpu: 0, wall: 0 }
  let all: Cost = { cpu: 0, wall: 0 }
  const sums: CohortSums[][] = []
  for (const measure of Object.values(measures)) {
    const one = await costOf(pid, () => store.cohorts(db, questionOf(measure, days - 1, days)))
    if (one.cpu > cohort.cpu) cohort = one
    const whole = await costOf(pid, () => store.cohorts(db, questionOf(measure, 0, days)))
    if (whole.cpu > metric.cpu) metric = whole
    all = { cpu: all.cpu + whole.cpu, wall: all.wall + whole.wall }
    sums.push(whole.result)
  }
  return { cohort, metric, all, sums }
}

try {
  await fillPostgresql()
  const { rows: backends } = await sql<{ pid: number; events: string; version: string }>`
    select pg_backend_pid() as pid, (select count(*) from track) as events, current_setting('server_version') as version`.execute(
    db,
  )
  const { pid = 0, events = '', version = '' } = backends[0] ?? {}
  const there = await look(postgresqlStore, pid)
  const raw = await costOf(pid, () => theirs(db))
  const told = (cost: Cost | null) => (cost === null ? ['–', '–'] : [grouped(cost.cpu), grouped(cost.wall)])
  const row = (name: string, cohort: Cost | null, metric: Cost | null, all: Cost) => [
    ...[name, ...told(cohort), ...told(metric), ...told(all)],
  ]
  const table = [row(`PostgreSQL ${version}`, there.cohort, there.metric, there.all)]
  const modules = await chdbModules()
  if (modules !== null) {
    const server = await startClickHouse(modules)
    const clickhouse = connect(server.url())
    await fillClickHouse(clickhouse)
    const [found] = await clickhouse.ask<{ version: string }>('select version() as version')
    const elsewhere = await look(clickhouseStore(clickhouse), server.pid())
    const counted = (sums: CohortSums[][]) =>
      JSON.stringify(sums.map((rows) => rows.map(({ arm, cohort, n, y, xy, yd }) => [arm, cohort, n, y, xy, yd])))
    if (counted(elsewhere.sums) !== counted(there.sums)) throw new Error('the stores do not say the same')
    table.push(
      row(
        `ClickHouse ${found?.version ?? ''}, its threads together`,
        elsewhere.cohort,
        elsewhere.metric,
        elsewhere.all,
      ),
    )
    await clickhouse.close()
    await server.kill()
  }
  table.push(row('from raw rows again, in PostgreSQL', null, null, raw))
  section(
    'cohorts',
    `## Sums of an experiment's cohorts

\`npm run bench:cohorts\`. ${grouped(units)} users first exposed over ${days} days, ${grouped(Number(events))} events, a week's window and, of four of the five
metrics, two weeks before it: a share, a count and a sum with a cap, a ratio, a time. One cohort is the ${grouped(units / days)} users of a
day. Processor time of the database's own process, without parallel workers, and wall-clock time on a machine that
others use. Goals in processor time: a cohort of 50 000 users in 1 s, and all of a million in 5 s. The last line asks the same of PostgreSQL as
products over a warehouse do: every metric from raw rows, with a row for each user. Both stores had the same sums.

${tableOf(['', 'a cohort, a metric: CPU ms', 'wall ms', 'all, a metric: CPU ms', 'wall ms', 'all, five metrics: CPU ms', 'wall ms'], table)}

${circumstances(before)}`,
    'measure',
  )
} finally {
  await db.destroy()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}
