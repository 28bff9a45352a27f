import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkpointAudit } from '../../src/server/features/audit/checkpoint-audit.ts'
import { verifyAll } from '../../src/server/features/audit/verify-all.ts'
import { type Db, openDb } from '../../src/server/platform/db/pool.ts'
import { excessRights, grantServerRole, missingRights } from '../../src/server/platform/db/server-role.ts'
import {
  dropPartitions,
  makePartitions,
  partitionsOf,
} from '../../src/server/platform/event-store/postgresql/partitions.ts'
import { createVault } from '../../src/server/platform/kernel/vault.ts'
import { systemCtx } from '../../src/server/platform/workers/system-ctx.ts'
import { limits } from '../../src/shared/limits.ts'
import { emptyDatabase } from '../support/database.ts'
import { atFileEnd } from '../support/file-end.ts'
import { aFolder } from '../support/folder.ts'
import { serverProgram, startProcess } from '../support/process.ts'
import { serverOn } from '../support/server.ts'
import { fillHttpWorld } from './world.ts'

const suffix = randomBytes(4).toString('hex')
const ownerRole = `fanion_owner_${suffix}`
const serverRole = `fanion_app_${suffix}`
const secret = 'the secret of these'
const dayMs = 24 * 3_600_000

let admin: Db
let owner: Db
let app: Db
let ownerUrl: string
let appUrl: string
let folder: string

const fanion = async (url: string, ...args: string[]) => {
  const process = startProcess({ DATABASE_URL: url, FANION_DATA_DIR: folder, FANION_SECRET: secret }, [
    serverProgram,
    ...args,
  ])
  return { code: await process.exited, output: process.output() }
}

/** A database owned by one role, prepared for servers with another, as in docs/guides/operate.md. */
beforeAll(async () => {
  folder = await aFolder('server-role')
  const database = await emptyDatabase()
  admin = database.db
  const name = new URL(database.url).pathname.slice(1)
  for (const role of [ownerRole, serverRole]) await sql`create role ${sql.id(role)} login password 'x'`.execute(admin)
  await sql`alter database ${sql.id(name)} owner to ${sql.id(ownerRole)}`.execute(admin)
  const as = (username: string) => Object.assign(new URL(database.url), { username, password: 'x' }).href
  ownerUrl = as(ownerRole)
  appUrl = as(serverRole)
  owner = openDb(ownerUrl, 2, () => undefined)
  app = openDb(appUrl, 2, () => undefined)
  atFileEnd('servers', async () => {
    await Promise.all([owner.destroy(), app.destroy()])
    await sql`drop owned by ${sql.id(serverRole)}`.execute(admin)
    await sql`reassign owned by ${sql.id(ownerRole)} to current_user`.execute(admin)
    for (const role of [serverRole, ownerRole]) await sql`drop role ${sql.id(role)}`.execute(admin)
  })
})

const countOf = async (table: string) =>
  (await sql<{ count: number }>`select count(*)::int from ${sql.table(table)}`.execute(app)).rows[0]?.count ?? 0

describe('a server whose role owns no table', () => {
  it('starts once the owner of the tables migrated them and granted its rights', async () => {
    const early = await fanion(appUrl, 'start')
    expect(early.output).toContain('Run “fanion migrate” with the role that owns the tables')
    expect(await fanion(ownerUrl, 'migrate', '--grant-to', serverRole)).toMatchObject({ code: 0 })
  })

  it('publishes, takes events, forgets units and links its audit events', async () => {
    const { server, url } = await serverOn(appUrl, { FANION_SECRET: secret })
    const { api, project, turn, bearer } = await fillHttpWorld(server)
    await api.events.save.mutate({ project, key: 'click', name: 'Click', fromClients: true })
    const at = new Date().toISOString()
    const batch = { batch: randomUUID(), sentAt: at, sdk: 'test', dropped: 0, exposures: [] }
    const sent = await fetch(`${url}/sdk/v1/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer },
      body: JSON.stringify({ ...batch, events: [{ event: 'click', unit: 'ada', at }] }),
    })
    expect(sent.status).toBe(202)
    const revision = await turn(false)
    const datafile = async () => (await fetch(`${url}/sdk/v1/datafile`, { headers: bearer })).json()
    await expect.poll(datafile).toMatchObject({ revision })
    expect(await api.units.forget.mutate({ project, unit: 'ada' })).toEqual({ exposures: 0, events: 1 })
    await api.environments.create.mutate({ project, key: 'extra', name: 'Extra', colour: 'teal', from: 'development' })
    await api.environments.delete.mutate({ project, environment: 'extra', confirm: 'extra' })
    await checkpointAudit(systemCtx({ ...server.services, db: app }))
    for (const table of ['revision', 'event']) expect(await countOf(table)).toBeGreaterThan(0)
    expect(await countOf('event_chain')).toBe(await countOf('event'))
    expect(await verifyAll(app, () => undefined)).toBe(true)
    await server.close()
  })

  it('adds days of events, and drops old ones while a reader holds the table up only briefly', async () => {
    const long = new Date(Date.now() - (limits.eventsKeptDays + 40) * dayMs)
    await makePartitions(app, long)
    const before = await partitionsOf(app)
    const [oldest] = before
    // A partition may also be read by its name.
    await sql`select from ${sql.table(oldest?.name ?? '')}`.execute(app)
    await owner.transaction().execute(async (reader) => {
      await sql`select from track limit 1`.execute(reader)
      const drop = dropPartitions(app, new Date())
      const write = sql`select count(*) from track`.execute(admin)
      expect(await Promise.race([write.then(() => 'read'), drop.then(() => 'dropped')])).toBe('read')
      void drop.catch(() => undefined)
    })
    await dropPartitions(app, new Date())
    const last = `track_${new Date(Date.now() - limits.eventsKeptDays * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`
    expect((await partitionsOf(app)).filter(({ name }) => name < last)).toEqual([])
  })

  it.each([
    'update event set actor_name = $$x$$',
    'delete from event',
    'truncate event',
    'truncate event cascade',
    'alter table event disable trigger all',
    'alter table event disable trigger event_append_only',
    'alter table event drop column actor_name',
    'alter table event owner to current_user',
    'drop table event cascade',
    'drop trigger event_append_only on event',
    'create trigger mine before insert on event for each row execute function tell_change()',
    'create rule mine as on insert to event do instead nothing',
    'alter table event enable row level security',
    'insert into event_chain select * from event_chain limit 0',
    'update event_chain set hash = hash',
    'delete from event_chain',
    'truncate event_chain',
    'drop table event_chain',
    'update audit_chain set archived_position = 9',
    'update audit_chain set after_hash = after_hash',
    'delete from audit_chain',
    'insert into audit_chain (id, after_position, after_hash) values (gen_random_uuid(), 0, $$x$$)',
    'update revision set number = number',
    'update entry set environment_id = environment_id',
    'delete from revision',
    'alter table revision disable trigger all',
    'select archive_chain(id, 1) from audit_chain',
    'select chain_event(event) from event limit 1',
    'create or replace function refuse_rewriting() returns trigger language plpgsql as $$begin return null; end$$',
    'create or replace function chain_event(e event) returns void language plpgsql as $$begin end$$',
    'alter function chain_new_event() security invoker',
    'drop function refuse_rewriting() cascade',
    'create table mine (id int)',
    'create function mine() returns int language sql as $$select 1$$',
    'set session_replication_role = replica',
    `set role ${ownerRole}`,
    'drop table track cascade',
    'delete from kysely_migration',
  ])('is refused: %s', async (statement) => {
    const before = await countOf('event')
    const result = await app
      .connection()
      .execute((one) => sql.raw(statement).execute(one))
      .then(
        () => 'done',
        (error: unknown) => String(Reflect.get(Object(error), 'code')),
      )
    // insufficient_privilege
    expect(result).toBe('42501')
    expect(await excessRights(admin, serverRole)).toEqual([])
    expect(await countOf('event')).toBe(before)
  })

  it('can’t put a table of its own in place of one that runs as the owner', async () => {
    await app.connection().execute(async (one) => {
      await sql`create temporary table event_chain (like public.event_chain)`.execute(one)
      await sql`set search_path = pg_temp, public`.execute(one)
      await sql`
        insert into public.event (id, at, actor_kind, actor_name, action, subject, request_id, address, user_agent)
        values (gen_random_uuid(), now(), 'system', 'x', 'flag.create', 'x', '', '', '')`.execute(one)
      await sql`drop table pg_temp.event_chain`.execute(one)
      await sql`reset search_path`.execute(one)
    })
    expect(await countOf('event_chain')).toBe(await countOf('event'))
  })

  it('has its values sealed again with another secret, and back', async () => {
    const insert = (text: string, name: string) =>
      sql`
      insert into webhook (id, project_id, name, url, secret, actions, created_at)
      select gen_random_uuid(), id, ${name}, 'https://example.com/', ${text}, '{}', now() from project limit 1`.execute(
        app,
      )
    await insert(createVault(secret).seal('hush', 'secret of a webhook'), 'sealed')
    const next = 'the next secret of these'
    const rotations = [
      { FANION_SECRET: next, FANION_SECRET_PREVIOUS: secret },
      { FANION_SECRET: secret, FANION_SECRET_PREVIOUS: next },
    ]
    for (const secrets of rotations) {
      const run = async (args: readonly string[], env: Record<string, string> = secrets) => {
        const process = startProcess({ DATABASE_URL: appUrl, FANION_DATA_DIR: folder, ...env }, [
          serverProgram,
          ...args,
        ])
        return { code: await process.exited, output: process.output() }
      }
      expect((await run(['doctor'])).output).toMatch(
        /! secret: \d+ values are still sealed with FANION_SECRET_PREVIOUS: .*webhook.secret \(1\)/,
      )
      expect(await run(['secret', 'rotate'])).toMatchObject({
        code: 0,
        output: expect.stringMatching(/webhook.secret: 1 sealed again[^]*The database has the new secret/),
      })
      expect((await run(['doctor'])).output).toContain('Restart every server without FANION_SECRET_PREVIOUS')
      const { FANION_SECRET } = secrets
      expect((await run(['doctor'], { FANION_SECRET })).output).toMatch(/✓ secret: Everything that is sealed opens/)
    }
    await insert(createVault('a secret that is lost').seal('hush', 'secret of a webhook'), 'lost')
    const doctor = await fanion(appUrl, 'doctor')
    expect(doctor.output).toContain('✗ secret: 1 values are sealed with a secret that isn’t set: webhook.secret (1).')
    expect(doctor.code).toBe(1)
    await sql`delete from webhook`.execute(app)
  })

  it('is fine for doctor and the checks, is backed up, and leaves archives to the owner', async () => {
    const doctor = await fanion(appUrl, 'doctor')
    expect(doctor.output).toContain(`✓ database role: ${serverRole} owns no table and can’t rewrite the audit log.`)
    expect(doctor.output).not.toMatch(/✗ database/)
    expect((await fanion(appUrl, 'migrate', '--check')).output).toContain('Nothing would change.')
    expect(await fanion(appUrl, 'migrate')).toMatchObject({ code: 0 })
    expect(await fanion(appUrl, 'audit', 'verify')).toMatchObject({ code: 0 })
    expect(await fanion(appUrl, 'backup', path.join(folder, 'app.tar.gz'))).toMatchObject({ code: 0 })
    const granted = await fanion(appUrl, 'migrate', '--grant-to', serverRole)
    expect(granted.code).toBe(1)
    expect(granted.output).toContain(`${serverRole} doesn’t own the tables. Run this with ${ownerRole}`)
  })

  it('is refused with the command that helps if it lacks rights in a table, and gets them with each migration', async () => {
    await sql`create table later (id int)`.execute(owner)
    onTestFinished(async () => void (await sql`drop table later`.execute(owner)))
    expect(await missingRights(app)).toEqual(['later'])
    const refused = await fanion(appUrl, 'start')
    expect(refused.output).toContain(
      `lacks rights that a server needs, on later. Run “fanion migrate --grant-to ${serverRole}”`,
    )
    expect((await fanion(appUrl, 'doctor')).output).toMatch(/✗ database role: .*on later/)
    // Reverts the newest migration: update this with the next one.
    await sql`delete from kysely_migration where name = '0074_interrupted_work'`.execute(owner)
    for (const table of ['ramp', 'experiment_run', 'delivery', 'letter'])
      await sql`alter table ${sql.table(table)} drop column interrupted`.execute(owner)
    await grantServerRoleAgain()
    expect(await missingRights(app)).toEqual([])
  })

  it('leaves a changed function to the owner', async () => {
    // As before a release that changed the function.
    await sql`delete from schema_function where name = 'drop_event_day'`.execute(owner)
    const checked = await fanion(appUrl, 'migrate', '--check')
    expect(checked.output).toMatch(/would create or replace 1 functions:\n\n {2}drop_event_day\n/)
    expect(checked).toMatchObject({ code: 1 })
    const started = await fanion(appUrl, 'start')
    expect(started).toMatchObject({ code: 1 })
    expect(started.output).toContain('Run “fanion migrate” with the role')
    await grantServerRoleAgain()
    expect((await fanion(appUrl, 'migrate', '--check')).output).toContain('Nothing would change.')
    expect(await missingRights(app)).toEqual([])
  })
})

/** Migrates as the owner with the newest migration pending, and grants the role's rights again. */
const grantServerRoleAgain = async () => {
  expect(await fanion(ownerUrl, 'migrate', '--grant-to', serverRole)).toMatchObject({ code: 0 })
}

describe('a role that could get around the rights', () => {
  const cases: [string, (role: string) => string, RegExp][] = [
    ['a superuser', (role) => `alter role ${role} superuser`, /is a superuser/],
    ['one that makes roles', (role) => `alter role ${role} createrole`, /may create roles/],
    ['a member of the owner', (role) => `grant ${ownerRole} to ${role}`, /a member of it/],
    ['one that writes all data', (role) => `grant pg_write_all_data to ${role}`, /could still update on event/],
    [
      'one that may create',
      (role) => `grant create on schema public to public; --${role}`,
      /create objects in the schema/,
    ],
  ]
  it.each(cases)('is refused: %s', async (_name, change, says) => {
    const role = `unfit_${randomBytes(4).toString('hex')}`
    await sql`create role ${sql.id(role)} login password 'x'`.execute(admin)
    onTestFinished(async () => {
      await sql`revoke create on schema public from public`.execute(admin)
      await sql`drop owned by ${sql.id(role)}`.execute(admin)
      await sql`drop role ${sql.id(role)}`.execute(admin)
    })
    await sql.raw(change(role)).execute(admin)
    await expect(grantServerRole(owner, role)).rejects.toThrow(says)
  })

  it('is refused if it is the owner, or not there', async () => {
    await expect(grantServerRole(owner, ownerRole)).rejects.toThrow(/which owns the tables/)
    await expect(grantServerRole(owner, 'nobody_here')).rejects.toThrow('create role "nobody_here" login')
  })
})
