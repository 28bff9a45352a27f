import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { createProject } from '../../src/server/features/projects/create-project.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { Ctx, ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'
import { proveEnvironments, proveProject } from '../../src/server/platform/kernel/scope.ts'
import { digestOf } from '../../src/shared/datafile/digest.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'

const areas = ['checkout', 'search', 'pricing', 'profile', 'banner', 'cart', 'upload', 'export', 'login', 'report']
const kinds = ['redesign', 'limit', 'variant', 'rollout', 'experiment', 'fallback', 'cache', 'copy', 'layout', 'beta']
const colours = ['teal', 'violet', 'orange', 'blue', 'pink', 'gray'] as const
const flagsPerRevision = 100

/** Returns a realistic key: `checkout-redesign-17`. */
export const keyOf = (n: number): string => `${areas[n % 10]}-${kinds[Math.floor(n / 10) % 10]}-${n}`

/** A third of the flags is off. Half have a rule, and half of these a percentage. */
export const documentOf = (n: number, environment: number): FlagDocument => ({
  key: keyOf(n),
  type: 'boolean',
  on: (n + environment) % 3 !== 0,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules:
    n % 2 === 0
      ? []
      : [
          {
            id: 'r1',
            when: { attribute: 'country', operator: 'isOneOf', values: ['NO', 'DE', 'AT', 'CH'] },
            serve:
              n % 4 === 1
                ? { variant: 'on' }
                : { split: { parts: [{ variant: 'on', from: 0, to: 1_000 * ((n + environment) % 100) }] } },
          },
        ],
  otherwise: { variant: n % 5 === 0 ? 'on' : 'off' },
  salt: keyOf(n),
  visibleToClients: false,
})

/** Returns a context of the owner, and creates the owner if there is none. */
export async function ownerOf(db: Db): Promise<Ctx> {
  const found = await db.selectFrom('person').select(['id', 'email', 'name']).executeTakeFirst()
  const person = found ?? { id: uuidv7(), email: 'ada@example.com', name: 'Ada' }
  const never = { instanceRole: 'owner' as const, passwordHash: null, disabledAt: null, lastSeenAt: null }
  if (!found)
    await db
      .insertInto('person')
      .values({ ...person, ...never, createdAt: new Date() })
      .execute()
  const session = { id: uuidv7(), authenticatedAt: new Date() }
  return {
    db,
    actor: { kind: 'user', ...person, instanceRole: 'owner', session },
    now: () => new Date(),
    newId: uuidv7,
    newSecret: (bytes) => randomBytes(bytes).toString('base64url'),
    origin: { requestId: '', address: '127.0.0.1', userAgent: 'bench' },
    log: { error: console.error, warn: console.warn, info: console.info },
  }
}

/**
 * Creates a project with flags and environments. Each flag is published once in each environment: a hundred flags per
 * revision, with revisions over the last 90 days. Writes log entries in bulk.
 */
export async function furnish(db: Db, key: string, flags: number, environments: number): Promise<ProjectCtx> {
  const ctx = await ownerOf(db)
  await createProject(ctx, { key, name: key, description: '' })
  const project = await proveProject(db, ctx.actor, key)
  const there = await proveEnvironments(db, project)
  for (let n = there.length; n < environments; n++)
    await db
      .insertInto('environment')
      .values({
        ...{ id: uuidv7(), projectId: project.id, key: `region-${n}`, name: `Region ${n}`, position: n },
        ...{ colour: colours[n % colours.length] ?? 'gray', protected: false, requiredApprovals: 0 },
        createdAt: new Date(),
      })
      .execute()
  await sql`
    insert into flag (id, project_id, key, name, description, type, variants, tags, permanence, visible_to_clients, created_at)
    select gen_random_uuid(), ${project.id}, key, initcap(replace(key, '-', ' ')),
      'What ' || replace(key, '-', ' ') || ' is about, in a sentence.', 'boolean', '{on,off}',
      array['team-' || n % 20], 'temporary', false, now() - interval '90 days'
    from unnest(${Array.from({ length: flags }, (_, n) => keyOf(n))}::text[]) with ordinality as one (key, n)`.execute(
    db,
  )
  const revisions = Math.ceil(flags / flagsPerRevision)
  for (const [at, { id }] of (await proveEnvironments(db, project)).entries()) {
    const documents = Array.from({ length: flags }, (_, n) => documentOf(n, at))
    const keys = documents.map((one) => one.key)
    const digest = digestOf(Object.fromEntries(documents.map((one) => [one.key, one])), {})
    await sql`
      insert into revision (environment_id, number, published_at, actor_kind, actor_name, message, digest)
      select ${id}, n, now() - (${revisions + 1} - n) * interval '90 days' / ${revisions + 1}, 'system', 'bench', '', ${digest}
      from generate_series(1, ${revisions}::int) as n`.execute(db)
    await sql`
      insert into entry (environment_id, number, kind, key, document)
      select ${id}, (n - 1) / ${flagsPerRevision}::int + 1, 'flag', key, document::json
      from unnest(${keys}::text[], ${documents.map((one) => JSON.stringify(one))}::text[])
        with ordinality as one (key, document, n)`.execute(db)
    await sql`
      insert into head (environment_id, kind, key, number, document)
      select environment_id, kind, key, number, document from entry where environment_id = ${id}`.execute(db)
    await sql`update environment set head_number = ${revisions} where id = ${id}`.execute(db)
  }
  for (const table of ['flag', 'revision', 'entry', 'head']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  return { ...ctx, project }
}
