/*
 * Measures how long each migration since the last release blocks other statements: each runs on ten million audit
 * events and other large tables, while statements read and write each large table continuously. Writes
 * docs/benchmarks-upgrade.md.
 *
 *   npm run bench:upgrade [-- --events 10000000] [--rows 1000000] [--from 0031_change_revisions] [--no-write]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { migrations } from '../migrations/index.ts'
import { releasedSchema } from '../migrations/released.ts'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { type Db, openDb } from '../src/server/platform/db/pool.ts'
import { circumstances, grouped, loadNow, section, tableOf } from './page.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    rows: { type: 'string', default: '1000000' },
    from: { type: 'string', default: releasedSchema },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const [eventCount, rows] = [Number(values.events), Number(values.rows)]
const goalMs = 1_000
const before = loadNow()

/** Fills a table and writes to it during the migration, as soon as the table exists. */
type Large = { fill: (to: Db) => Promise<unknown>; write: () => ReturnType<typeof sql> }
const large: Record<string, Large> = {
  event: { fill: fillEvents, write: () => events(1) },
  revision: {
    fill: (to) =>
      sql`
        insert into revision (environment_id, number, published_at, actor_kind, actor_name, message, digest)
        select environment.id, number, now(), 'system', 'Fanion', '', repeat('0', 32)
        from environment, generate_series(1, ${rows}::int / 10) as number`.execute(to),
    write: () => sql`
      insert into revision (environment_id, number, published_at, actor_kind, actor_name, message, digest)
      select environment_id, max(number) + 1, now(), 'system', 'Fanion', '', repeat('0', 32)
      from revision group by environment_id`,
  },
  evaluation_count: {
    fill: (to) =>
      sql`
        insert into evaluation_count (environment_id, flag, variant, hour, count)
        select environment.id, 'flag-' || n % 500, 'on', date_trunc('hour', now()) - n / 500 * interval '1 hour', 1
        from environment, generate_series(1, ${rows}::int) as n`.execute(to),
    write: () => sql`
      insert into evaluation_count (environment_id, flag, variant, hour, count)
      select id, 'flag-0', 'on', date_trunc('hour', now()), 1 from environment
      on conflict (environment_id, flag, variant, hour) do update set count = evaluation_count.count + 1`,
  },
  track: { fill: (to) => tracked(rows).execute(to), write: () => tracked(1) },
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
const db = openDb(url, 2, (error) => console.error(error.message), { work: 'migration' })
const migrating = openDb(url, 2, (error) => console.error(error.message), { work: 'migration' })
try {
  await migrate(db, { last: values.from })
  await sql`insert into project (id, key, name, description, created_at) values (gen_random_uuid(), 'shop', 'Shop', '', now())`.execute(
    db,
  )
  await sql`
    insert into environment (id, project_id, key, name, colour, position, protected, required_approvals, created_at)
    select gen_random_uuid(), id, 'production', 'Production', 'red', 0, true, 0, now() from project`.execute(db)
  const filled = new Set<string>()
  await fillTables(db, filled)
  const found: { name: string; ms: number; locked: Locked; answered: number }[] = []
  for (const name of Object.keys(migrations).filter((one) => one > values.from)) {
    const others = [...filled].map((table) => other(table))
    await Promise.all(others.map((one) => one.begun))
    const watch = locks()
    const begun = performance.now()
    await migrate(migrating, { last: name })
    const ms = performance.now() - begun
    const locked = await watch()
    const answered = Math.max(...(await Promise.all(others.map((one) => one.stop()))))
    found.push({ name, ms, locked, answered })
    console.log(name, Math.round(ms), locked, Math.round(answered))
    await fillTables(db, filled)
  }
  const over = found.filter(({ locked }) => locked.ms >= goalMs)
  const { rows: version } = await sql<{ serverVersion: string; size: string }>`
    select current_setting('server_version') as server_version, pg_size_pretty(pg_database_size(current_database())) as size`.execute(
    db,
  )
  section(
    'locks',
    `## Locks of migrations

${circumstances(before, `PostgreSQL ${version[0]?.serverVersion}`, `database of ${version[0]?.size}`)}

${tableOf(
  ['migration', 'took, ms', 'longest wait for its locks, ms', 'at the table', 'longest answer, ms'],
  found.map(({ name, ms, locked, answered }) => [
    `\`${name}\``,
    grouped(ms),
    grouped(locked.ms),
    locked.table && `\`${locked.table}\``,
    grouped(answered),
  ]),
)}

From \`${values.from}\` on: ${grouped(eventCount)} audit events with their chain, ${grouped(rows)} rows of counts and of measured events, ${grouped(rows / 10)} revisions,
while one connection per table writes to it and reads it without a pause. Every 10 ms, the script reads which statements wait for a lock
(\`pg_locks\`); *longest answer* is the slowest statement of these connections, including waits for the disk and the processor.
Goal: no lock that blocks others for ${goalMs / 1_000} s: ${over.length === 0 ? 'met' : `missed by ${over.map(({ name }) => `\`${name}\``).join(', ')}`}. \`npm run bench:upgrade\``,
    'upgrade',
  )
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
    await fill(to)
    await sql`analyze ${sql.table(table)}`.execute(to)
    filled.add(table)
  }
}

/**
 * Inserts audit events with their hash chain, without triggers. Drops the indexes first and recreates them afterwards.
 */
async function fillEvents(to: Db): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'event' and not exists (select from pg_constraint where conname = indexname)`.execute(to)
  for (const { name } of indexes) await sql`drop index ${sql.table(name)}`.execute(to)
  await to.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await events(eventCount).execute(tx)
    await sql`
      insert into event_chain (position, sequence, hash)
      select row_number() over (order by sequence), sequence, sha256(int8send(sequence)) from event`.execute(tx)
  })
  for (const { definition } of indexes) await sql.raw(definition).execute(to)
  await sql`vacuum analyze event, event_chain`.execute(to)
}

type Locked = { readonly ms: number; readonly table: string }

/** Watches lock waits until it is stopped, and returns the longest wait of a statement that is not the migration. */
function locks(): () => Promise<Locked> {
  const own = openDb(url, 1, () => undefined)
  let stopped = false
  let longest: Locked = { ms: 0, table: '' }
  const run = async () => {
    while (!stopped) {
      const { rows: waiting } = await sql<{ ms: number; table: string | null }>`
        select extract(epoch from clock_timestamp() - waitstart)::float8 * 1000 as ms, relation::regclass::text as table
        from pg_locks where not granted and waitstart is not null
          and database = (select oid from pg_database where datname = current_database())
          and mode not in ('AccessExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
        order by waitstart limit 1`.execute(own)
      const [first] = waiting
      if (first && first.ms > longest.ms) longest = { ms: first.ms, table: first.table ?? '' }
      await wait(10)
    }
    await own.destroy()
    return longest
  }
  const running = run()
  return () => {
    stopped = true
    return running
  }
}

/** Reads and writes a table until it is stopped, and returns the longest duration of a statement in ms. */
function other(table: string) {
  const own = openDb(url, 1, () => undefined)
  const read = sql`select from ${sql.table(table)} limit 1`
  let stopped = false
  let longest = 0
  const timed = async (statement: ReturnType<typeof sql>) => {
    const at = performance.now()
    // retries a statement that was cancelled by a deadlock
    while (
      await statement.execute(own).then(
        () => false,
        () => true,
      )
    );
    longest = Math.max(longest, performance.now() - at)
  }
  const write = large[table]?.write ?? (() => read)
  // the first statement opens the connection
  const begun = write().execute(own)
  const run = async () => {
    await begun
    while (!stopped) {
      await timed(write())
      await timed(read)
      await wait(2)
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
