import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../../../migrations/index.ts'
import { releasedSchema } from '../../../../migrations/released.ts'
import { emptyDatabase } from '../../../../tests/support/database.ts'
import { migrate } from './migrate.ts'
import { openDb } from './pool.ts'

describe('a migration that waits for somebody else’s long transaction', async () => {
  const { db, url } = await emptyDatabase()

  it('lets everybody else pass, and is done once that has ended', async () => {
    await migrate(db, { last: '0054_flag_lists' })
    const migrating = openDb(url, 1, () => undefined, { work: 'migration' })
    onTestFinished(() => migrating.destroy())
    const backup = await db.startTransaction().execute()
    await sql`select from project`.execute(backup)
    const migrated = migrate(migrating, { last: '0055_run_numbers' })
    const waits = sql<{ is: number }>`
      select count(*)::int as is from pg_locks join pg_stat_activity using (pid)
      where pg_stat_activity.datname = current_database() and relation = 'project'::regclass and not granted`
    await expect.poll(async () => (await waits.execute(db)).rows[0]?.is).toBe(1)
    // This insert queues behind the migration until the migration gives up.
    await sql`insert into project (id, key, name, description, created_at) values (gen_random_uuid(), 'shop', 'Shop', '', now())`.execute(
      db,
    )
    await backup.commit().execute()
    expect((await migrated).migrations).toEqual(['0055_run_numbers'])
    const { rows } = await sql`select key, last_run from project`.execute(db)
    expect(rows).toEqual([{ key: 'shop', lastRun: 0 }])
  })

  it('several servers migrate at once, each migration is applied once', async () => {
    const { db: old, url: own } = await emptyDatabase()
    await migrate(old, { last: releasedSchema })
    const servers = [1, 2, 3].map(() => openDb(own, 2, () => undefined, { work: 'migration' }))
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.destroy()))))
    // While one server migrates, the others must not read the tables: reading a table that is being altered fails.
    const migrating = await old.connection().execute(async (one) => {
      await sql`select pg_advisory_lock(hashtext('fanion.migration'))`.execute(one)
      const all = Promise.all(servers.map((server) => migrate(server)))
      await sleep(1_000)
      const { rows } = await sql`select max(name) as last from kysely_migration`.execute(one)
      expect(rows).toEqual([{ last: releasedSchema }])
      await sql`select pg_advisory_unlock(hashtext('fanion.migration'))`.execute(one)
      return { all }
    })
    const migrated = await migrating.all
    const names = migrated.flatMap(({ migrations: applied }) => applied)
    expect(names.toSorted()).toEqual(Object.keys(migrations).filter((name) => name > releasedSchema))
  })
})
