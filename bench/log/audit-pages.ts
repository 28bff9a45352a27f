import { sql } from 'kysely'
import { listAuditEvents } from '../../src/server/features/audit/list-audit-events.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { EnvironmentCtx } from '../../src/server/platform/kernel/ctx.ts'
import { furnished } from './furnish.ts'
import { type Row, row, shown, timed } from './measure.ts'

const start = Date.parse('2025-01-01T00:00:00Z')

/**
 * Measures pages of the audit log with each filter of the UI and with the combinations that match the fewest events.
 */
export async function auditPages(db: Db, events: number): Promise<Row[]> {
  const ctx = await furnished(db, 'audited', 1)
  const filling = await timed(() => filled(db, ctx, events))
  console.log(`${shown.format(events)} audit events in ${Math.round(filling / 1_000)} s`)
  const project = ctx.project.key
  const at = (share: number) => new Date(start + events * share * 1_000).toISOString()
  const pages: [string, object][] = [
    ['newest', {}],
    ['from the middle on', { before: Math.round(events / 2) }],
    ['until an instant in the middle', { until: at(0.5) }],
    ['between two instants', { from: at(0.3), until: at(0.4) }],
    ['of one project', { project }],
    ['of one environment', { project, environment: 'development' }],
    ['of one person, one event in 1 000', { actor: ctx.actor.id }],
    ['of one action, one event in 4', { action: 'flag.create' }],
    ['of one subject, one event in 5 000', { subject: 'audited/flag-77' }],
    ['of one person in a project until an instant', { project, actor: ctx.actor.id, until: at(0.5) }],
    ['of one action in a project, one event in 100 000', { project, action: 'member.remove' }],
    ['of one person and one action that never met', { actor: ctx.actor.id, action: 'flag.update' }],
    ['of one project and one person who never was there', { project, actor: 'elsewhere' }],
  ]
  const rows: Row[] = []
  for (const [name, filter] of pages) {
    const page = () => listAuditEvents(ctx, { ...filter, limit: 50 })
    await page()
    const times: number[] = []
    for (let n = 0; n < 20; n++) times.push(await timed(page))
    const what = `50 of ${shown.format(events)} audit events, ${name}`
    rows.push(row(what, times, { goal: { figure: 'p99', under: 50 } }))
  }
  return rows
}

/**
 * Inserts events one second apart, nine of ten in the project. Drops the indexes first and recreates them afterwards.
 */
async function filled(db: Db, { project, environment, actor }: EnvironmentCtx, events: number): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'event' and not exists (select from pg_constraint where conname = indexname)`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.table(name)}`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`
      insert into event (id, at, actor_kind, actor_id, actor_name, action, subject, project_id, environment_id, after,
        request_id, address, user_agent)
      select lpad(to_hex(n), 32, '0')::uuid, ${new Date(start)}::timestamptz + n * interval '1 second', 'user',
        case when n % 1000 = 0 then ${actor.id} when n % 10 = 3 then 'elsewhere' else 'somebody' end, 'Ada',
        case when n % 100000 = 7 then 'member.remove' else
          (array['revision.publish', 'flag.create', 'flag.update', 'change.save'])[n % 4 + 1] end,
        'audited/flag-' || n % 5000, case when n % 10 = 3 then null else ${project.id}::uuid end,
        case when n % 10 in (3, 4) then null else ${environment.id}::uuid end,
        '{"message": "bench"}', '', '127.0.0.1', 'bench'
      from generate_series(1, ${events}::int) as n`.execute(tx)
  })
  await db.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '512MB'`.execute(connection)
    for (const { definition } of indexes) await sql.raw(definition).execute(connection)
    await sql`reset maintenance_work_mem`.execute(connection)
  })
  await sql`vacuum analyze event`.execute(db)
}
