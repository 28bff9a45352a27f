import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { createProject } from '../../src/server/features/projects/create-project.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { Ctx, EnvironmentCtx } from '../../src/server/platform/kernel/ctx.ts'
import { proveEnvironment, proveProject } from '../../src/server/platform/kernel/scope.ts'
import { digestOf } from '../../src/shared/datafile/digest.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'

/** Creates a project with flags and returns its development environment. */
export async function furnished(db: Db, key: string, flags: number): Promise<EnvironmentCtx> {
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

/** Inserts one log entry per revision, flag after flag, one second apart, and the resulting heads. */
export async function logged(ctx: EnvironmentCtx, flags: number, revisions: number): Promise<void> {
  const { db, environment } = ctx
  const last = new Map<string, FlagDocument>()
  for (let n = Math.max(1, revisions - flags + 1); n <= revisions; n++) {
    const key = `flag-${((n - 1) % flags) + 1}`
    last.set(key, aDocument(key, `salt-${n}`))
  }
  const digest = digestOf(Object.fromEntries(last), {})
  const template = JSON.stringify(aDocument('KEY', 'SALT'))
  await sql`
    insert into revision (environment_id, number, published_at, actor_kind, actor_name, message, digest)
    select ${environment.id}, n, timestamptz '2026-01-01' + n * interval '1 second', 'system', 'bench', '', ${digest}
    from generate_series(1, ${revisions}::int) as n`.execute(db)
  await sql`
    insert into entry (environment_id, number, kind, key, document)
    select ${environment.id}, n, 'flag', 'flag-' || (n - 1) % ${flags}::int + 1,
      replace(replace(${template}, 'KEY', 'flag-' || (n - 1) % ${flags}::int + 1), 'SALT', 'salt-' || n)::json
    from generate_series(1, ${revisions}::int) as n`.execute(db)
  await sql`
    insert into head (environment_id, kind, key, number, document)
    select distinct on (kind, key) environment_id, kind, key, number, document from entry
    where environment_id = ${environment.id} order by kind, key, number desc`.execute(db)
  await sql`update environment set head_number = ${revisions} where id = ${environment.id}`.execute(db)
  for (const table of ['revision', 'entry', 'head']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

export function aDocument(key: string, salt: string): FlagDocument {
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
