/*
 * Measures the duration of one guard check over a million exposed users, which counts all rows each time. Compares it
 * with the SQL of warehouse-native products on the same rows. Uses its own PostgreSQL that syncs to disk.
 *   npm run bench:recount -- [--units 1000000] [--runs 7] [--no-write]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { saveEvent } from '../src/server/features/events/save-event.ts'
import { ratiosOf } from '../src/server/features/ramps/guards/count-ratios.ts'
import { countRampUsers, countUsersWithEvent } from '../src/server/features/ramps/guards/count-users.ts'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { openDb } from '../src/server/platform/db/pool.ts'
import { makePartitions } from '../src/server/platform/event-store/postgresql/partitions.ts'
import { withAggregationMemory } from '../src/server/platform/event-store/postgresql/parts.ts'
import { postgresqlStore } from '../src/server/platform/event-store/postgresql/store.ts'
import { aProject } from '../tests/support/people.ts'
import { circumstances, grouped, loadNow, quantile, section, tableOf } from './page.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '7' },
    'no-write': { type: 'boolean' },
    explain: { type: 'boolean' },
  },
})
const units = Number(values.units)
const runs = Number(values.runs)
const goalMs = 2_000

const before = loadNow()
const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-recount-'))
const cluster = await startEmbedded({ home })
const db = openDb(await ensureDatabase(cluster, 'recount'), 3, (error) => console.error(error.message))

/** Users in a hundred who have each event, and how many times. */
const events = { rare: { of: 1, times: 1 }, half: { of: 50, times: 1 }, frequent: { of: 100, times: 4 } }
type Key = keyof typeof events

try {
  await migrate(db)
  const { project } = await aProject(db, 'measured')
  const ctx = { ...project, measure: postgresqlStore }
  const keys = Object.keys(events) as Key[]
  for (const key of keys) {
    await saveEvent(project, {
      ...{ project: 'measured', key, name: key, description: '' },
      ...{ value: null, properties: {}, fromClients: false },
    })
  }
  const now = new Date()
  const openedAt = new Date(now.getTime() - 24 * 3_600_000)
  await makePartitions(db, now)
  // every user was exposed within the day, and has the events within the next hour
  await sql`
    insert into exposure (run, unit, arm, first_at, via)
    select 1, md5(n::text)::uuid, n % 2, ${openedAt}::timestamptz + (n::double precision / ${units}) * interval '22 hours', 0
    from generate_series(1, ${units}) as n`.execute(db)
  const idOf = async (key: Key) =>
    (await db.selectFrom('trackedEvent').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
  for (const key of keys) {
    const { of, times } = events[key]
    await sql`
      insert into track (unit, at, value, place, event, via)
      select md5(n::text)::uuid,
        ${openedAt}::timestamptz + (n::double precision / ${units}) * interval '22 hours' + time * interval '10 minutes',
        null, 1, ${await idOf(key)}, 0
      from generate_series(1, ${units}) as n, generate_series(1, ${times}) as time where n % 100 < ${of}`.execute(db)
  }
  await sql`vacuum analyze`.execute(db)

  const ours = (key: Key) =>
    countRampUsers(ctx, 1).then((people) => {
      const question = {
        ...{ name: key, event: key, atLeast: 1, worse: 'more' as const },
        ...{ fromMs: 0, lengthMs: null, lagMs: 0 },
      }
      return countUsersWithEvent(ctx, { run: 1, place: 1, openedAt, now, question, people })
    })
  /**
   * One row for each user with a left join of the user's events, as these products write it. The sort memory is the
   * same.
   */
  const theirs = (key: Key) =>
    withAggregationMemory(db, async (tx) => {
      const { rows } = await sql<{ arm: number; users: number; did: number }>`
        with exposures as (
          select unit, arm as variation, min(first_at) as first_at from exposure
          where run = 1 and first_at >= ${openedAt} and first_at <= ${now} group by unit, arm
        ), metric as (
          select unit, at from track
          where event = (select id from tracked_event where key = ${key}) and at >= ${openedAt} and at <= ${now}
        ), each_user as (
          select exposures.variation, exposures.unit, max(case when metric.at >= exposures.first_at then 1 else 0 end) as value
          from exposures left join metric on metric.unit = exposures.unit group by 1, 2
        )
        select variation as arm, count(*)::int as users, sum(value)::int as did, sum(value * value)::int as squares
        from each_user group by variation order by variation`.execute(tx)
      return rows
    })

  const rows: string[][] = []
  for (const key of keys) {
    const [mine, peer]: [number[], number[]] = [[], []]
    for (let run = 0; run < runs; run += 1) {
      for (const [times, count] of run % 2 === 0
        ? ([
            [mine, ours],
            [peer, theirs],
          ] as const)
        : ([
            [peer, theirs],
            [mine, ours],
          ] as const)) {
        const from = performance.now()
        await count(key)
        times.push(performance.now() - from)
      }
    }
    const { all } = await ours(key)
    const [treatment, control] = await theirs(key)
    const [a, b] = [
      [all.treatment.units, all.treatment.did, all.control.units, all.control.did],
      [treatment?.users, treatment?.did, control?.users, control?.did],
    ]
    if (a.join() !== b.join()) throw new Error(`${key}: ${a.join()} and ${b.join()} are not the same`)
    const [middle, worst] = [quantile(mine, 0.5), Math.max(...mine)]
    const { of, times } = events[key]
    const found = middle <= goalMs ? 'yes' : 'no'
    rows.push([
      `${key}: ${of} of 100 did it, ${times === 1 ? 'once' : `${times} times`}`,
      ...[grouped((units * of * times) / 100), grouped(middle), grouped(worst), grouped(quantile(peer, 0.5)), found],
    ])
    console.log(rows.at(-1)?.join(' | '))
  }
  // a guard on a ratio: sums of squares over each user's events within an hour
  const ratio = () =>
    countRampUsers(ctx, 1).then((people) => {
      const question = {
        ...{ name: 'ratio', worse: 'more' as const, fromMs: 0, lengthMs: 3_600_000, lagMs: 0 },
        ...{ over: { event: 'half', take: 'count' as const }, under: { event: 'frequent', take: 'count' as const } },
      }
      return ratiosOf(ctx, { run: 1, place: 1, openedAt, now, question, people })
    })
  const took: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const from = performance.now()
    await ratio()
    took.push(performance.now() - from)
  }
  const summed = (['half', 'frequent'] as const).reduce(
    (sum, key) => sum + units * events[key].of * events[key].times,
    0,
  )
  const isSoon = quantile(took, 0.5) <= goalMs ? 'yes' : 'no'
  const figures = [summed / 100, quantile(took, 0.5), Math.max(...took)].map(grouped)
  rows.push(['ratio: half per frequent', ...figures, '–', isSoon])
  const { rows: version } = await sql<{ serverVersion: string }>`show server_version`.execute(db)
  section(
    'recount',
    `## A look at a guard

\`npm run bench:recount\`. One guard's recount of all rows over ${grouped(units)} exposed users: the users by variant and those who
did it since their first exposure; ${runs} times, in turns with SQL of the shape that GrowthBook and PostHog write for the same
question (a row for each user, a left join of the events), over the same rows and with the same result. The ratio runs without it. Goal: at most 2 s.

${tableOf(['event', 'rows', 'ms, median', 'ms, longest', 'theirs, ms, median', 'within the goal'], rows)}

${circumstances(before, `PostgreSQL ${version[0]?.serverVersion ?? ''}`)}`,
    'measure',
  )
} finally {
  await db.destroy()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}
