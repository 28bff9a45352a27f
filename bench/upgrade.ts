/*
 * How long each migration keeps others waiting: every one runs on tables with that many rows, while somebody writes to each
 * large table as fast as it answers. Prints what waited longest. npm run bench:upgrade -- [--rows 1000000] [--from 0031_change_revisions]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { migrations } from '../migrations/index.ts'
import { ensureDatabase } from '../src/server/db/embedded/database.ts'
import { startEmbedded } from '../src/server/db/embedded/start.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { type Db, openDb } from '../src/server/db/pool.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, from: { type: 'string', default: '0031_change_revisions' } },
})
const rows = Number(values.rows)

/** What fills a table, and what somebody writes to it meanwhile; as soon as there is such a table. */
const large: Record<string, { fill: () => ReturnType<typeof sql>; write: () => ReturnType<typeof sql> }> = {
  event: { fill: () => events(rows), write: () => events(1) },
  revision: {
    fill: () => sql`
      insert into revision (environment_id, number, published_at, actor_kind, actor_name, message, digest)
      select environment.id, number, now(), 'system', 'Fanion', '', repeat('0', 32)
      from environment, generate_series(1, ${rows}::int / 10) as number`,
    write: () => sql`
      insert into revision (environment_id, number, published_at, actor_kind, actor_name, message, digest)
      select environment_id, max(number) + 1, now(), 'system', 'Fanion', '', repeat('0', 32)
      from revision group by environment_id`,
  },
  evaluation_count: {
    fill: () => sql`
      insert into evaluation_count (environment_id, flag, variant, hour, count)
      select environment.id, 'flag-' || n % 500, 'on', date_trunc('hour', now()) - n / 500 * interval '1 hour', 1
      from environment, generate_series(1, ${rows}::int) as n`,
    write: () => sql`
      insert into evaluation_count (environment_id, flag, variant, hour, count)
      select id, 'flag-0', 'on', date_trunc('hour', now()), 1 from environment
      on conflict (environment_id, flag, variant, hour) do update set count = evaluation_count.count + 1`,
  },
  track: { fill: () => tracked(rows), write: () => tracked(1) },
}
const events = (count: number) => sql`
  insert into event (id, at, actor_kind, actor_name, action, subject, project_id, request_id, address, user_agent)
  select gen_random_uuid(), now(), 'system', 'Fanion', 'flag.create', 'shop/flag-' || n % 500, project.id, '', '', ''
  from project, generate_series(1, ${count}::int) as n`
const tracked = (count: number) => sql`
  insert into track (unit, at, value, place, event, via)
  select gen_random_uuid(), now(), 1, 1, n % 20, n % 3 from generate_series(1, ${count}::int) as n`

const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-'))
const cluster = await startEmbedded({ home })
const url = await ensureDatabase(cluster, 'bench')
const db = openDb(url, 2, (error) => console.error(error.message))
const migrating = openDb(url, 1, (error) => console.error(error.message), { work: 'migration' })
try {
  await migrate(db, values.from)
  await sql`insert into project (id, key, name, description, created_at) values (gen_random_uuid(), 'shop', 'Shop', '', now())`.execute(
    db,
  )
  await sql`
    insert into environment (id, project_id, key, name, colour, position, protected, required_approvals, created_at)
    select gen_random_uuid(), id, 'production', 'Production', 'red', 0, true, 0, now() from project`.execute(db)
  const filled = new Set<string>()
  await fillTables(db, filled)
  const found: object[] = []
  for (const name of Object.keys(migrations).filter((one) => one > values.from)) {
    const writers = [...filled].map((table) => writer(table))
    await Promise.all(writers.map((one) => one.begun))
    const begun = performance.now()
    await migrate(migrating, name)
    const ms = Math.round(performance.now() - begun)
    const waited = await Promise.all(writers.map((one) => one.stop()))
    const row: Record<string, number | string> = { migration: name, ms }
    for (const [at, table] of [...filled].entries()) row[`${table}, ms`] = Math.round(waited[at] ?? 0)
    found.push(row)
    console.log(JSON.stringify(row))
    await fillTables(db, filled)
  }
  console.log(`The longest wait of somebody who writes, ${rows} rows a table (a tenth of them revisions):`)
  console.table(found)
} finally {
  await migrating.destroy()
  await db.destroy()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}

async function fillTables(to: Db, filled: Set<string>): Promise<void> {
  for (const [table, { fill }] of Object.entries(large)) {
    const { rows: there } = await sql<{ is: string | null }>`select to_regclass(${table})::text as is`.execute(to)
    if (filled.has(table) || !there[0]?.is) continue
    if (table === 'track')
      await sql`create table track_all partition of track for values from ('2020-01-01') to ('2040-01-01')`.execute(to)
    await fill().execute(to)
    await sql`analyze ${sql.table(table)}`.execute(to)
    filled.add(table)
  }
}

/** Writes to a table until it is stopped, and answers the longest that one write took, in ms. */
function writer(table: string) {
  const own = openDb(url, 1, () => undefined)
  let stopped = false
  let longest = 0
  let first = () => {}
  const begun = new Promise<void>((resolve) => {
    first = resolve
  })
  const write = large[table]?.write
  const run = async () => {
    // the first opens the connection
    await write?.().execute(own)
    first()
    while (!stopped) {
      const at = performance.now()
      // whoever is chosen to end a deadlock tries again
      while (
        await write?.()
          .execute(own)
          .then(
            () => false,
            () => true,
          )
      );
      longest = Math.max(longest, performance.now() - at)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await own.destroy()
    return longest
  }
  const running = run()
  return {
    begun,
    stop: () => {
      stopped = true
      return running
    },
  }
}
