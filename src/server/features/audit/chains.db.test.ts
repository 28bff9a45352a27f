import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../../migrations/index.ts'
import { emptyDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { aPerson, aProject, contextOf } from '../../../../tests/support/people.ts'
import { aServedFlag, aTeam, publishPast, servesHalf, servesOff } from '../../../../tests/support/team.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { createProject } from '../projects/create-project.ts'
import { verifyAudit } from './verify-audit.ts'

const everything = { after: '', limit: 50_000 }

describe('the chains of the audit trail', async () => {
  const { db } = await testDatabase(10)
  const first = await aTeam(db)
  const second = await aTeam(db)
  const flags = new Map([
    [first, await aServedFlag(first)],
    [second, await aServedFlag(second)],
  ])
  const flagOf = (team: typeof first) => flags.get(team) ?? ''

  /** Holds an event of a project in the middle of its commit: its links are written and all locks are held. */
  const atCommit = async (projectId: string | undefined, meanwhile: () => Promise<unknown>) =>
    inTransaction(first.ada, async (tx) => {
      await audit(tx, { action: 'test.held', subject: 'test', ...(projectId && { projectId }) })
      await sql`set constraints all immediate`.execute(tx.db)
      await meanwhile()
    })

  it('let one project publish while another is in the middle of its commit', async () => {
    const order: string[] = []
    await atCommit(first.ada.project.id, async () => {
      await publishPast(second, flagOf(second), servesHalf, 'development')
      order.push('the other project')
    })
    order.push('the one that was held')
    expect(order).toEqual(['the other project', 'the one that was held'])
  })

  it('let a project publish while somebody signs in', async () => {
    let published = false
    await atCommit(undefined, async () => {
      await publishPast(first, flagOf(first), servesHalf, 'development')
      published = true
    })
    expect(published).toBe(true)
  })

  it('let the acts of one project wait for each other', async () => {
    const order: string[] = []
    let waiting: Promise<unknown> = Promise.resolve()
    await atCommit(first.ada.project.id, async () => {
      waiting = publishPast(first, flagOf(first), servesOff, 'staging').then(() => order.push('the second'))
      while ((await locksWaitedFor(db)) === 0) await new Promise(setImmediate)
      order.push('the first')
    })
    await waiting
    expect(order).toEqual(['the first', 'the second'])
  })

  it('never wait for each other in a circle, in whichever order acts write to them', async () => {
    const projects = [first.ada.project.id, second.ada.project.id, undefined]
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [0, 2, 1],
      [1, 2, 0],
      [2, 0, 1],
    ]
    const acts = Array.from({ length: 60 }, (_, at) => orders[at % orders.length] ?? [])
    await Promise.all(
      acts.map((order) =>
        inTransaction(first.ada, async (tx) => {
          for (const at of order) {
            const projectId = projects[at]
            await audit(tx, { action: 'test.many', subject: 'test', ...(projectId && { projectId }) })
          }
        }),
      ),
    )
    expect(await verifyAudit({ db }, everything)).toMatchObject({ broken: [], unchained: 0 })
  })

  it('keep no trace of what was rolled back to a savepoint', async () => {
    await inTransaction(first.ada, async (tx) => {
      await audit(tx, { action: 'test.kept', subject: 'test', projectId: first.ada.project.id })
      await sql`savepoint here`.execute(tx.db)
      await audit(tx, { action: 'test.undone', subject: 'test', projectId: second.ada.project.id })
      await sql`rollback to savepoint here`.execute(tx.db)
      await audit(tx, { action: 'test.kept', subject: 'test' })
    })
    const undone = await db.selectFrom('event').select('id').where('action', '=', 'test.undone').execute()
    expect(undone).toEqual([])
    expect(await verifyAudit({ db }, everything)).toMatchObject({ broken: [], unchained: 0 })
  })

  it('hold each project’s events, and all others in one', async () => {
    await aProject(db)
    const { rows } = await sql<{ strays: number }>`
      select count(*)::int as strays from event join event_chain using (sequence)
      where chain <> coalesce(event.project_id, '00000000-0000-0000-0000-000000000000')`.execute(db)
    expect(rows).toEqual([{ strays: 0 }])
  })
})

describe('an audit trail of before there was a chain for each project', async () => {
  const { db } = await emptyDatabase()
  const old = await chainBefore(db)
  beforeAll(() => migrate(db))
  const atOldEnd = async () => {
    const { rows } = await sql<{ link: string }>`
      select position || ':' || encode(hash, 'hex') as link from event_chain
      where position = 20 and chain = '00000000-0000-0000-0000-000000000000'`.execute(db)
    return rows[0]?.link
  }

  it('is verified as before, to the same last link', async () => {
    expect(await verifyAudit({ db }, everything)).toMatchObject({ broken: [], unchained: 0 })
    expect(await atOldEnd()).toBe(old)
  })

  it('goes on, and chains that begin now begin behind it', async () => {
    const before = await verifyAudit({ db }, everything)
    const owner = contextOf(db, await aPerson(db, 'Ada', 'owner'))
    await createProject(owner, { key: 'later', name: 'Later', description: '' })
    await inTransaction(owner, (tx) => audit(tx, { action: 'test.installation', subject: 'test' }))
    const { rows } = await sql<{ behind: string }>`
      select after_position || ':' || encode(after_hash, 'hex') as behind from audit_chain where after_position > 0`.execute(
      db,
    )
    expect(rows).toEqual([{ behind: old }])
    const { checked, broken, last } = await verifyAudit({ db }, everything)
    expect({ checked, broken }).toEqual({ checked: before.checked + 2, broken: [] })
    expect(last?.position).toBe((before.last?.position ?? 0) + 1)
  })

  it('shows that an old event was altered', async () => {
    const tx = await db.startTransaction().execute()
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update event set subject = 'else' where sequence = (select min(sequence) from event)`.execute(tx)
    const { broken } = await verifyAudit({ db: tx }, everything)
    await tx.rollback().execute()
    expect(broken).toMatchObject([{ chain: null, position: 1 }])
  })
})

/**
 * Migrates a database to the schema before chains, adds twenty events with and without a project, and returns the last
 * link after the full migration.
 */
async function chainBefore(db: Db): Promise<string> {
  // the migrator requires a database of unknown shape
  const plain = db.withoutPlugins() as unknown as ConstructorParameters<typeof Migrator>[0]['db']
  const migrator = new Migrator({ db: plain, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo('0031_change_revisions')
  if (error) throw error
  await sql`
    insert into event (id, at, actor_kind, actor_name, action, subject, project_id, request_id, address, user_agent)
    select gen_random_uuid(), now(), 'system', 'Fanion', 'test', 'test ' || n,
      case when n % 2 = 0 then '0198c0de-0000-7000-8000-000000000001'::uuid end, '', '', ''
    from generate_series(1, 20) as n`.execute(db)
  const { rows } = await sql<{ link: string }>`
    select position || ':' || encode(hash, 'hex') as link from event_chain order by position desc limit 1`.execute(db)
  return rows[0]?.link ?? ''
}

const locksWaitedFor = async (db: Db | Tx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
  return rows[0]?.count ?? 0
}
