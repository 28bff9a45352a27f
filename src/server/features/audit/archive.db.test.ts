import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { aDatabase } from '../../../../tests/support/database.ts'
import { aFolder } from '../../../../tests/support/folder.ts'
import { aPerson, contextOf, inEnvironment } from '../../../../tests/support/people.ts'
import type { Db } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { createEnvironment } from '../environments/create-environment.ts'
import { removeEnvironment } from '../environments/remove-environment.ts'
import { createProject } from '../projects/create-project.ts'
import { archiveAudit } from './archive-audit.ts'
import { checkArchive } from './archive-file.ts'
import { verifyAll } from './verify-all.ts'
import { verifyAudit } from './verify-audit.ts'

const everything = { after: '', limit: 50_000 }

describe('an archive of the audit trail', async () => {
  const folder = await aFolder('archive')
  let db: Db
  let system: Ctx
  let clock: Date
  let [file, files] = ['', 0]
  beforeEach(async () => {
    const own = await aDatabase()
    db = own.db
    clock = new Date('2025-01-10T00:00:00Z')
    system = contextOf(db, { kind: 'system', id: null, name: 'Fanion' }, () => clock)
    file = path.join(folder, `audit-${++files}.jsonl.gz`)
    return own.drop
  })
  /** Created at the time of the test clock. */
  const aProject = async (key = 'shop'): Promise<ProjectCtx> => {
    const owner = contextOf(db, await aPerson(db, 'Ada', 'owner'), () => clock)
    await createProject(owner, { key, name: key, description: '' })
    return { ...owner, project: await proveProject(db, owner.actor, key) }
  }
  const note = (ctx: Ctx, day: string, project?: ProjectCtx, subject = 'test') => {
    clock = new Date(`${day}T12:00:00Z`)
    const projectId = project && { projectId: project.project.id }
    return inTransaction(ctx, (tx) => audit(tx, { action: 'test.note', subject, ...projectId }))
  }
  const archive = (now: string, months = 3) => {
    clock = new Date(`${now}T12:00:00Z`)
    return archiveAudit(system, { months, file })
  }
  const verified = async (given: readonly string[], look: Db = db) => {
    const lines: string[] = []
    const whole = await verifyAll(look, (line) => lines.push(line), undefined, given)
    return { whole, lines }
  }
  const contents = async (): Promise<string[]> => {
    const { rows } = await sql<{ content: string }>`
      select event_content(event) as content from event where action = 'test.note' order by 1`.execute(db)
    return rows.map((row) => row.content)
  }
  const archived = async (one: string): Promise<string[]> =>
    gunzipSync(await readFile(one))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as { content: string }).content)
      .filter((content) => content.includes('"test.note"'))
  /** Runs a superuser statement, verifies the trail, and rolls back. */
  const looked = async (statement: string, given: readonly string[]) => {
    const tx = await db.startTransaction().execute()
    try {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      return await verified(given, tx)
    } finally {
      await tx.rollback().execute()
    }
  }

  it('holds the months that ended before, nothing else, and with what is left is the whole trail', async () => {
    const project = await aProject()
    for (const day of ['2025-01-10', '2025-02-28', '2025-03-01', '2025-06-10']) await note(system, day, project)
    for (const day of ['2025-01-11', '2025-03-31', '2025-04-01']) await note(system, day)
    const before = await contents()
    const { events, until } = await archive('2025-06-15')
    expect(until.toISOString()).toBe('2025-03-01T00:00:00.000Z')
    // includes the creation of the project
    expect(events).toBe(4)
    const [moved, left] = [await archived(file), await contents()]
    expect([...moved, ...left].sort()).toEqual([...before].sort())
    expect(moved.map((one) => /"(2025-\d\d)-/.exec(one)?.[1])).toEqual(['2025-01', '2025-01', '2025-02'])
    const { whole, lines } = await verified([file])
    expect({ whole, said: lines.length }).toEqual({ whole: true, said: 1 })
    const { whole: still, lines: said } = await verified([])
    expect(still).toBe(true)
    expect(said[0]).toBe(`${events} events are in archives that were not looked at`)
  })

  it('is an event that says what was moved', async () => {
    const project = await aProject()
    await note(system, '2025-07-01', project)
    await note(system, '2026-01-01', project)
    const { events } = await archive('2026-01-02')
    const newest = await db
      .selectFrom('event')
      .selectAll()
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(newest).toMatchObject({
      action: 'audit.archive',
      subject: path.basename(file),
      actorKind: 'system',
      after: { events },
    })
  })

  it('is not made where nothing is so old, and never in the place of a file', async () => {
    expect(await archive('2025-01-10')).toMatchObject({ events: 0 })
    await expect(readFile(file)).rejects.toThrow('ENOENT')
    await note(system, '2026-01-02')
    await note(system, '2026-05-02')
    await writeFile(file, 'precious')
    const before = await contents()
    await expect(archive('2026-05-02')).rejects.toThrow('is there already. Choose another name.')
    expect(await readFile(file, 'utf8')).toBe('precious')
    expect(await contents()).toEqual(before)
  })

  it('shows when it was altered, cut short, exchanged or is of another log', async () => {
    const project = await aProject()
    for (let n = 0; n < 5; n++) await note(system, '2026-05-02', project)
    await note(system, '2027-01-01', project)
    await archive('2027-01-02')
    const text = gunzipSync(await readFile(file)).toString()
    const altered = path.join(folder, 'altered.jsonl')
    const problemOf = async (content: string | Buffer, name = altered) => {
      await writeFile(name, content)
      return (await checkArchive(name)).problem
    }
    expect(await problemOf(text)).toBeUndefined()
    expect(await problemOf(text.replace('test.note', 'test.else'))).toContain('is not what was recorded')
    const lines = text.trimEnd().split('\n')
    expect(await problemOf(`${lines.slice(0, -1).join('\n')}\n`)).toBe('it ends before its end')
    expect(await problemOf([...lines.slice(0, 2), ...lines.slice(3)].join('\n'))).toContain('is not what was recorded')
    expect(await problemOf(`${text}{}\n`)).toBe(`line ${lines.length + 1} is no link`)
    expect(await problemOf('nothing of the kind')).toBe('it is no archive of an audit log')
    expect(await problemOf('')).toBe('it is no archive of an audit log')
    const short = path.join(folder, 'short.jsonl.gz')
    expect(await problemOf(gzipSync(text).subarray(0, -20), short)).toContain('it cannot be read')
    await writeFile(altered, text.replaceAll(/"hash":"[0-9a-f]{2}/g, '"hash":"00'))
    expect(await verified([altered])).toMatchObject({ whole: false })
  })

  it('joins the log by the archives after it, and says when one of them is missing', async () => {
    const project = await aProject()
    const made: string[] = []
    for (const [day, now] of [
      ['2027-01-02', '2027-04-02'],
      ['2027-04-03', '2027-07-02'],
    ] as const) {
      await note(system, day, project)
      await note(system, now, project)
      file = path.join(folder, `joined-${++files}.jsonl.gz`)
      await archive(now)
      made.push(file)
    }
    expect(await verified(made)).toMatchObject({ whole: true })
    expect(await verified(made.slice(1))).toMatchObject({ whole: true })
    const { whole, lines } = await verified(made.slice(0, 1))
    expect(whole).toBe(false)
    expect(lines.join('\n')).toContain('the archive does not join this log, or one between is missing')
  })

  it('is told apart from what somebody removed and called archived', async () => {
    const project = await aProject()
    for (let n = 0; n < 5; n++) await note(system, '2027-01-02', project)
    const { id } = project.project
    const { whole, lines } = await looked(
      `update audit_chain set archived_position = 3, archived_hash =
         (select hash from event_chain where chain = '${id}' and position = 3) where id = '${id}';
       delete from event where sequence in (select sequence from event_chain where chain = '${id}' and position <= 3);
       delete from event_chain where chain = '${id}' and position <= 3`,
      [],
    )
    expect(whole).toBe(false)
    expect(lines.join('\n')).toContain(`${project.project.key}, link 3: no archive of links up to here is recorded`)
  })

  it('takes only what it has: the database refuses every other removal', async () => {
    const project = await aProject()
    for (let n = 0; n < 3; n++) await note(system, '2027-01-02', project)
    const { id } = project.project
    const run = (statement: string) => sql.raw(statement).execute(db)
    await expect(run(`delete from event where project_id = '${id}'`)).rejects.toThrow('append-only')
    await expect(run(`delete from event_chain where chain = '${id}' and position = 1`)).rejects.toThrow('append-only')
    await expect(run(`select archive_chain('${id}', 99)`)).rejects.toThrow('no links of chain')
    const { rows } = await sql<{ last: string }>`
      select max(position)::text as last from event_chain where chain = ${id}`.execute(db)
    await expect(run(`select archive_chain('${id}', ${rows[0]?.last})`)).rejects.toThrow('no links of chain')
  })

  it('leaves what a webhook still waits for, and all that is behind it', async () => {
    const project = await aProject()
    await note(system, '2027-01-03', project, 'sent')
    await sql`
      insert into webhook (id, project_id, name, url, secret, actions, created_at)
      values (gen_random_uuid(), ${project.project.id}, 'Chat', 'https://example.com', '', '{}', now())`.execute(db)
    await note(system, '2027-01-04', project, 'waits')
    await note(system, '2027-01-05', project, 'behind it')
    await note(system, '2027-09-01', project, 'young')
    await archive('2027-09-02')
    const left = (await contents()).filter((one) => one.includes(project.project.id))
    expect(left.map((one) => /"(sent|waits|behind it|young)"/.exec(one)?.[1])).toEqual(['waits', 'behind it', 'young'])
  })

  it('does not give away the key of an environment that was deleted', async () => {
    const project = await aProject()
    const canary = {
      project: project.project.key,
      key: 'canary',
      name: 'Canary',
      colour: 'teal' as const,
      protected: false,
      requiredApprovals: 0,
      from: null,
    }
    await createEnvironment(project, canary)
    await removeEnvironment(await inEnvironment(project, 'canary'), { confirm: 'canary' })
    await note(system, '2028-09-03', project)
    await archive('2028-09-04')
    const { rows } = await sql`select from event where action = 'environment.delete'`.execute(db)
    expect(rows).toEqual([])
    await expect(createEnvironment(project, canary)).rejects.toMatchObject({ code: 'environment/key-taken' })
  })

  it('with those before and after it holds every event once, whatever was done and when', async () => {
    const one = await aProject('one')
    const other = await aProject('other')
    const kept = new Map<string, string[]>()
    let month = Date.UTC(2030, 0, 1)
    const act = fc.record({ to: fc.constantFrom(one, other, undefined), days: fc.integer({ min: -20, max: 40 }) })
    const round = fc.record({ acts: fc.array(act, { maxLength: 12 }), months: fc.integer({ min: 3, max: 6 }) })
    await fc.assert(
      fc.asyncProperty(round, async ({ acts, months }) => {
        for (const { to, days } of acts) {
          month = Math.max(month + days * 86_400_000, Date.UTC(2030, 0, 1))
          await note(system, new Date(month).toISOString().slice(0, 10), to)
        }
        const before = await contents()
        file = path.join(folder, `round-${++files}.jsonl.gz`)
        const { events } = await archive(new Date(month).toISOString().slice(0, 10), months)
        if (events > 0) kept.set(file, await archived(file))
        expect([...(kept.get(file) ?? []), ...(await contents())].sort()).toEqual([...before].sort())
        expect(await verifyAudit({ db }, everything)).toMatchObject({ broken: [], unchained: 0 })
      }),
      { numRuns: 12 },
    )
    const rounds = [...kept.keys()]
    const { whole } = await verified(rounds)
    // the archives of the previous tests are missing, not corrupt
    expect(whole).toBe(true)
  })
})
