import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aServedFlag, aTeam } from '../../../../tests/support/team.ts'
import type { Db } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { checkpointAudit } from './checkpoint-audit.ts'
import { notedLink, verifyAll } from './verify-all.ts'
import { verifyAudit } from './verify-audit.ts'

const everything = { after: '', limit: 50_000 }

describe('an audit trail that somebody rewrote behind the database’s back', async () => {
  const { db } = await testDatabase()
  const team = await aTeam(db)
  const { id, key } = team.ada.project
  await aServedFlag(team)
  for (let n = 0; n < 3; n++) {
    await inTransaction(team.ada, (tx) => audit(tx, { action: 'test.installation', subject: 'test' }))
  }
  /** SQL condition for a link of the project's chain or of the instance's chain. */
  const link = (position: number) => `chain = '${id}' and position = ${position}`
  const eventOf = (links: string) => `sequence in (select sequence from event_chain where ${links})`
  const installation = `chain = '00000000-0000-0000-0000-000000000000'`
  const sequenceAt = async (position: number) =>
    Number(
      (await sql<{ sequence: string }>`select sequence from event_chain where ${sql.raw(link(position))}`.execute(db))
        .rows[0]?.sequence,
    )

  /** Verifies the trail after a superuser statement that bypasses triggers and foreign keys, then rolls back. */
  const after = (statement: string) => looked(statement, (tx) => verifyAudit({ db: tx }, everything))
  const looked = async <T>(statement: string, look: (db: Db) => Promise<T>): Promise<T> => {
    const tx = await db.startTransaction().execute()
    try {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      return await look(tx)
    } finally {
      await tx.rollback().execute()
    }
  }
  const told = async (statement: string, noted?: ReturnType<typeof notedLink>) => {
    const lines: string[] = []
    const whole = await looked(statement, (tx) => verifyAll(tx, (line) => lines.push(line), noted))
    return { whole, lines }
  }
  const noted = async () => {
    const { last } = await verifyAudit({ db }, everything)
    return notedLink(`${last?.position}:${last?.hash}`)
  }
  const lost = (links: string) => `delete from event where ${eventOf(links)}; delete from event_chain where ${links}`

  it('is whole before', async () => {
    expect(await verifyAudit({ db }, everything)).toMatchObject({ broken: [], unchained: 0, archived: 0 })
  })

  it('shows which event was altered', async () => {
    const { broken } = await after(`update event set actor_name = 'Nobody' where ${eventOf(link(3))}`)
    const sequence = await sequenceAt(3)
    expect(broken).toEqual([{ chain: key, position: 3, sequence, problem: 'the event is not what was recorded' }])
  })

  it('shows which event was removed', async () => {
    expect((await after(`delete from event where ${eventOf(link(3))}`)).broken).toMatchObject([
      { chain: key, position: 3, problem: 'the event is missing' },
    ])
  })

  it('shows where links were removed with their events', async () => {
    expect((await after(lost(link(3)))).broken).toMatchObject([{ problem: 'links 3 to 3 are missing' }])
    expect((await after(lost(link(1)))).broken).toMatchObject([{ problem: 'links 1 to 1 are missing' }])
  })

  it('shows that events were exchanged, also between chains', async () => {
    const exchanged = (one: string, other: string) => `
      create temp table pair on commit drop as select
        (select sequence from event_chain where ${one}) as a, (select sequence from event_chain where ${other}) as b;
      update event_chain set sequence = -1 where ${one};
      update event_chain set sequence = (select a from pair) where ${other};
      update event_chain set sequence = (select b from pair) where ${one}`
    const within = await after(exchanged(link(2), link(3)))
    expect(within.broken.map((one) => one.position)).toEqual([2, 3])
    const between = await after(exchanged(link(2), `${installation} and position = 2`))
    expect(between.broken.map((one) => [one.chain, one.position])).toEqual([
      [null, 2],
      [key, 2],
    ])
  })

  it('shows that links were moved to another chain', async () => {
    const { broken } = await after(
      `update event_chain set position = position + 1000, ${installation} where chain = '${id}'`,
    )
    expect(broken.length).toBeGreaterThan(0)
  })

  it('shows that events were added', async () => {
    const { unchained } = await after(
      `insert into event (id, at, actor_kind, actor_name, action, subject, request_id, address, user_agent)
       values (gen_random_uuid(), now(), 'user', 'Nobody', 'flag.create', 'x', '', '', '')`,
    )
    expect(unchained).toBe(1)
  })

  it('shows that a chain begins elsewhere than it did', async () => {
    await checkpointAudit(team.system)
    expect((await after(`update audit_chain set after_position = 1 where id = '${id}'`)).broken).not.toEqual([])
    expect((await after(`delete from audit_chain where id = '${id}'`)).broken).not.toEqual([])
  })

  it('shows a lost end of the installation’s chain to whoever noted the last link', async () => {
    const note = await noted()
    const { whole, lines } = await told(lost(`${installation} and position = ${note?.position}`), note)
    expect(whole).toBe(false)
    expect(lines).toContain(`link ${note?.position} isn’t the one you recorded`)
    expect(await verifyAll(db, () => undefined, note)).toBe(true)
  })

  it('shows a lost end of a project’s chain, and a lost project, that a checkpoint recorded', async () => {
    await checkpointAudit(team.system)
    const { rows } = await sql<{ last: string }>`
      select max(position)::text as last from event_chain where chain = ${id}`.execute(db)
    const last = Number(rows[0]?.last)
    const { whole, lines } = await told(lost(link(last)), await noted())
    expect(whole).toBe(false)
    expect(lines[0]).toBe(`${key}, link ${last}: the link is missing, which was recorded`)
    const gone = await told(`${lost(`chain = '${id}'`)}; delete from audit_chain where id = '${id}'`, await noted())
    expect(gone.whole).toBe(false)
    const empty = await told(lost(`chain = '${id}'`))
    expect(empty.lines.join('\n')).toContain('all events of the project are missing')
  })

  it('records only what has grown', async () => {
    await checkpointAudit(team.system)
    expect(await checkpointAudit(team.system)).toEqual({ chains: 0 })
    await aServedFlag(team)
    expect(await checkpointAudit(team.system)).toEqual({ chains: 1 })
  })
})
