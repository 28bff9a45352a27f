/*
 * What the log costs, on a PostgreSQL that syncs to disk: a publish beside others, the past, a page of the audit trail.
 * npm run bench:log -- [--flags 5000] [--revisions 100000] [--events 1000000] [--publishes 100]
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { ensureDatabase } from '../src/server/db/embedded/database.ts'
import { startEmbedded } from '../src/server/db/embedded/start.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { type Db, openDb } from '../src/server/db/pool.ts'
import { list } from '../src/server/domain/audit/list.ts'
import { create as createProject } from '../src/server/domain/projects/create.ts'
import { asOf } from '../src/server/domain/revisions/as-of.ts'
import { publish } from '../src/server/domain/revisions/publish.ts'
import { headsOf } from '../src/server/domain/revisions/queries.ts'
import type { Ctx, EnvironmentCtx } from '../src/server/kernel/ctx.ts'
import { proveEnvironment, proveProject } from '../src/server/kernel/scope.ts'
import { digestOf } from '../src/shared/datafile/digest.ts'
import type { FlagDocument } from '../src/shared/schemas/flag.ts'

const { values } = parseArgs({
  options: {
    flags: { type: 'string', default: '5000' },
    revisions: { type: 'string', default: '100000' },
    events: { type: 'string', default: '1000000' },
    publishes: { type: 'string', default: '100' },
  },
})
const size = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)])) as Record<
  keyof typeof values,
  number
>
const publishers = 8
const shown = new Intl.NumberFormat('en')

const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-'))
const cluster = await startEmbedded({ home })
const db = openDb(await ensureDatabase(cluster, 'bench'), publishers + 2, (error) => console.error(error.message))
try {
  await migrate(db)
  const rows = [...(await publishing(db)), ...(await thePast()), ...(await auditPages(db))]
  const { rows: version } = await sql<{ serverVersion: string }>`show server_version`.execute(db)
  const cpu = os.cpus()
  console.log(
    `\nNode ${process.version}, PostgreSQL ${version[0]?.serverVersion}, ${cpu.length} × ${cpu[0]?.model.trim()}\n`,
  )
  console.table(rows)
} finally {
  await db.destroy()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}

/** A project with flags in its development environment, as if they had been published one by one. */
async function furnished(key: string, flags: number): Promise<EnvironmentCtx> {
  const id = uuidv7()
  const person = { id, email: `${key}@example.com`, name: 'Ada', instanceRole: 'owner' as const }
  const session = { id: uuidv7(), authenticatedAt: new Date() }
  const never = { passwordHash: null, disabledAt: null, lastSeenAt: null, createdAt: new Date() }
  await db
    .insertInto('person')
    .values({ ...person, ...never })
    .execute()
  const ctx: Ctx = {
    db,
    actor: { kind: 'user', ...person, session },
    now: () => new Date(),
    newId: uuidv7,
    newSecret: (bytes) => randomBytes(bytes).toString('base64url'),
    origin: { requestId: '', address: '127.0.0.1', userAgent: 'bench' },
    log: { error: console.error, warn: console.warn, info: console.info },
  }
  await createProject(ctx, { key, name: key, description: '' })
  const project = await proveProject(db, ctx.actor, key)
  const environment = await proveEnvironment(db, project, 'development')
  await sql`
    insert into flag (id, project_id, key, name, description, type, variants, permanence, visible_to_clients, created_at)
    select gen_random_uuid(), ${project.id}, 'flag-' || n, 'Flag ' || n, '', 'boolean', '{on,off}', 'temporary', false, now()
    from generate_series(1, ${flags}) as n`.execute(db)
  return { ...ctx, project, environment }
}

/** One entry a revision, flag after flag, a second apart; the heads are what that leaves. */
async function logged({ environment: { id } }: EnvironmentCtx, flags: number, revisions: number): Promise<void> {
  const template = JSON.stringify(aDocument('KEY', 'SALT'))
  await sql`
    insert into revision (environment_id, number, published_at, actor_kind, actor_name, message, digest)
    select ${id}, n, timestamptz '2026-01-01' + n * interval '1 second', 'system', 'bench', '', ''
    from generate_series(1, ${revisions}::int) as n`.execute(db)
  await sql`
    insert into entry (environment_id, number, kind, key, document)
    select ${id}, n, 'flag', 'flag-' || (n - 1) % ${flags}::int + 1,
      replace(replace(${template}, 'KEY', 'flag-' || (n - 1) % ${flags}::int + 1), 'SALT', 'salt-' || n)::json
    from generate_series(1, ${revisions}::int) as n`.execute(db)
  await sql`
    insert into head (environment_id, kind, key, number, document)
    select distinct on (kind, key) environment_id, kind, key, number, document from entry
    where environment_id = ${id} order by kind, key, number desc`.execute(db)
  const heads = await db.selectFrom('head').select(['key', 'document']).where('environmentId', '=', id).execute()
  const digest = digestOf(Object.fromEntries(heads.map((head) => [head.key, head.document as FlagDocument])), {})
  await sql`update revision set digest = ${digest} where environment_id = ${id} and number = ${revisions}`.execute(db)
  await sql`update environment set head_number = ${revisions} where id = ${id}`.execute(db)
  for (const table of ['revision', 'entry', 'head']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

function aDocument(key: string, salt: string): FlagDocument {
  const leaf = (values: string[]) => ({ attribute: 'country', operator: 'isOneOf' as const, values })
  return {
    key,
    type: 'boolean',
    on: true,
    variants: { on: true, off: false },
    offVariant: 'off',
    prerequisites: [],
    rules: [
      { id: 'r1', when: leaf(['at', 'de', 'ch']), serve: { variant: 'on' } },
      { id: 'r2', when: leaf(['it', 'fr']), serve: { split: { parts: [{ variant: 'on', from: 0, to: 25_000 }] } } },
    ],
    otherwise: { variant: 'off' },
    salt,
    visibleToClients: false,
  }
}

async function publishing(db: Db) {
  const one = await furnished('one', size.flags)
  await logged(one, size.flags, size.flags)
  const many: EnvironmentCtx[] = []
  for (let n = 0; n < publishers; n++) {
    many.push(await furnished(`many-${n}`, 10))
    await logged(many[n] ?? one, 10, 10)
  }
  const everybody = Array.from({ length: publishers }, () => one)
  const chained = [await published(everybody), await published(many)]
  await sql`alter table event disable trigger event_chained`.execute(db)
  const unchained = [await published(everybody), await published(many)]
  await sql`alter table event enable trigger event_chained`.execute(db)
  const places = [`environment of ${shown.format(size.flags)} flags`, `${publishers} environments`]
  return places.flatMap((place, at) => [
    { what: `publish, ${publishers} publishers, ${place}`, ...chained[at] },
    { what: `the same without the audit chain`, ...unchained[at] },
  ])
}

/** Publishers that change flags of their own, one after the other, all at once. */
async function published(environments: readonly EnvironmentCtx[]) {
  const times: number[] = []
  const started = performance.now()
  await Promise.all(
    environments.map(async (ctx, who) => {
      for (let n = 0; n < size.publishes; n++) {
        const key = `flag-${environments[0] === environments[1] ? who * 100 + (n % 100) + 1 : (n % 10) + 1}`
        const [head] = await headsOf(db, ctx.environment, [{ kind: 'flag', key }])
        const document = { ...aDocument(key, `${who}-${n}-${randomBytes(4).toString('hex')}`) }
        const before = performance.now()
        await publish(ctx, { base: head?.number ?? 0, message: 'bench', entries: [{ kind: 'flag', key, document }] })
        times.push(performance.now() - before)
      }
    }),
  )
  return { ...summary(times), perSecond: Math.round((times.length / (performance.now() - started)) * 1_000) }
}

async function thePast() {
  const ctx = await furnished('past', size.flags)
  await logged(ctx, size.flags, size.revisions)
  const times: number[] = []
  await asOf(ctx, { revision: size.revisions })
  for (let n = 1; n <= 50; n++) {
    const revision = Math.round((size.revisions * n) / 50)
    times.push(await timed(() => asOf(ctx, { revision })))
  }
  const what = `datafile of ${shown.format(size.flags)} flags as of any of ${shown.format(size.revisions)} revisions`
  return [{ what, ...summary(times) }]
}

async function auditPages(db: Db) {
  const ctx = await furnished('audited', 1)
  const { project, environment, actor } = ctx
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into event (id, at, actor_kind, actor_id, actor_name, action, subject, project_id, environment_id, after,
        request_id, address, user_agent)
      select gen_random_uuid(), timestamptz '2025-01-01' + n * interval '1 second', 'user',
        case when n % 1000 = 0 then ${actor.id} else 'somebody' end, 'Ada',
        (array['revision.publish', 'flag.create', 'flag.update', 'change.save'])[n % 4 + 1], 'audited/flag-' || n % 5000,
        ${project.id}::uuid, ${environment.id}::uuid, '{"message": "bench"}', '', '127.0.0.1', 'bench'
      from generate_series(1, ${size.events}::int) as n`.execute(tx)
  })
  await sql`vacuum analyze event`.execute(db)
  const middle = new Date(Date.parse('2025-01-01') + (size.events / 2) * 1_000).toISOString()
  const pages: [string, object][] = [
    ['newest', {}],
    ['from the middle on', { before: Math.round(size.events / 2) }],
    ['until an instant in the middle', { until: middle }],
    ['of one project', { project: project.key }],
    ['of one actor', { actor: actor.id }],
    ['of one action', { action: 'flag.create' }],
    ['of one subject', { subject: 'audited/flag-77' }],
    ['of one actor until an instant', { actor: actor.id, until: middle }],
  ]
  const rows = []
  for (const [name, filter] of pages) {
    const times: number[] = []
    for (let n = 0; n < 20; n++) times.push(await timed(() => list(ctx, { ...filter, limit: 50 })))
    rows.push({ what: `50 of ${shown.format(size.events)} audit events, ${name}`, ...summary(times) })
  }
  return rows
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await act()
  return performance.now() - before
}

/** In milliseconds. */
function summary(times: number[]) {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { p50: round(at(0.5)), p99: round(at(0.99)), worst: round(at(1)) }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
