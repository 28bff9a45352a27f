import { sql } from 'kysely'
import { keyHash } from '../../src/server/features/access/keys/key-hash.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'

/** The data of an installation before an upgrade. Documents are as written by the first version. */
export const old = {
  owner: { email: 'ada@example.com', password: 'correct horse battery' },
  key: `fan_srv_${'k'.repeat(43)}`,
  /** The variants of `checkout` and `banner` by user. */
  answers: {
    'user-1': ['on', 'blue'],
    'user-2': ['on', 'blue'],
    'user-3': ['off', undefined],
    'user-4': ['on', 'red'],
    'user-5': ['on', 'red'],
  },
  actions: ['project.create', 'account.sign-in', 'environment.delete', 'revision.publish', 'user.disable'],
  /** Digests of production at its two revisions. */
  digests: ['59e509608493506e1434ef90f96cfe5d', '0cbff85bff20d86123cb1db38d592700'],
  flags: {
    checkout: {
      key: 'checkout',
      type: 'boolean',
      on: true,
      variants: { on: true, off: false },
      offVariant: 'off',
      prerequisites: [],
      rules: [{ id: 'r1', when: { segment: 'beta' }, serve: { variant: 'on' } }],
      otherwise: { variant: 'off' },
      salt: 'checkout',
      visibleToClients: false,
    },
    banner: {
      key: 'banner',
      type: 'string',
      on: true,
      variants: { red: 'Red', blue: 'Blue' },
      offVariant: null,
      prerequisites: [{ flag: 'checkout', variants: ['on'] }],
      rules: [],
      otherwise: {
        split: {
          parts: [
            { variant: 'red', from: 0, to: 50_000 },
            { variant: 'blue', from: 50_000, to: 100_000 },
          ],
        },
      },
      salt: 'banner',
      visibleToClients: true,
    },
  } satisfies Record<string, FlagDocument>,
  segments: {
    beta: { key: 'beta', included: ['user-1', 'user-2', 'user-4', 'user-5'], excluded: [], when: null },
  } satisfies Record<string, SegmentDocument>,
}

const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$HoP17kvxEF/+DslgCnGbZQ$XiivZKHYcFXJDEvjnWB6ChFnhwQM41wZA4JgGftnIRY'

const id = (number: number) => `0190a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`
const [ada, bob, project, development, production] = [id(1), id(2), id(10), id(11), id(12)]
const [firstChange, secondChange, ramp] = [id(30), id(31), id(40)]
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T09:00:00Z`
const json = JSON.stringify

/**
 * Fills a database of any schema version, as far as its tables exist: two users, a project with two environments,
 * flags, keys, pending changes, counts, and an audit log. Writes only the columns that a table had originally.
 */
export async function fillOldDatabase(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(
    db,
  )
  const tables = new Set(rows.map(({ name }) => name))
  for (const [table, statements] of Object.entries(fillings()))
    if (tables.has(table)) for (const statement of statements) await statement.execute(db)
}

function fillings() {
  const { checkout, banner } = old.flags
  const before = { ...checkout, rules: [] }
  const plan = { rule: null, to: 'blue', steps: [{ share: 10_000, hold: 'P1D' }, { share: 100_000 }] }
  const beta = old.segments.beta
  const event = (number: number, action: string, subject: string, of: string | null) => sql`
    insert into event (id, at, actor_kind, actor_id, actor_name, action, subject, project_id, after, request_id, address, user_agent)
    values (${id(100 + number)}, ${day(number)}, 'user', ${ada}, 'Ada', ${action}, ${subject}, ${of},
      '{"name": "Shop"}', ${`r${number}`}, '127.0.0.1', 'Firefox')`
  return {
    person: [
      sql`insert into person (id, email, name, instance_role, password_hash, created_at) values
        (${ada}, ${old.owner.email}, 'Ada', 'owner', ${passwordHash}, ${day(1)}),
        (${bob}, 'bob@example.com', 'Bob', 'member', null, ${day(1)})`,
    ],
    project: [
      sql`insert into project (id, key, name, description, created_at)
        values (${project}, 'shop', 'Shop', 'What it sells', ${day(1)})`,
    ],
    environment: [
      sql`insert into environment (id, project_id, key, name, colour, position, protected, required_approvals, head_number, created_at)
        values (${development}, ${project}, 'development', 'Development', 'teal', 0, false, 0, 0, ${day(1)}),
          (${production}, ${project}, 'production', 'Production', 'red', 1, true, 1, 2, ${day(1)})`,
    ],
    membership: [
      sql`insert into membership (project_id, person_id, role, created_at) values (${project}, ${bob}, 'editor', ${day(1)})`,
    ],
    sdk_key: [
      sql`insert into sdk_key (id, environment_id, kind, name, prefix, hash, created_at, created_by)
        values (${id(20)}, ${production}, 'server', 'Shop', 'fan_srv_kkkk', ${keyHash(old.key)}, ${day(1)}, ${ada})`,
    ],
    flag: [
      sql`insert into flag (id, project_id, key, name, description, type, variants, tags, owner_id, permanence, visible_to_clients, created_at, created_by)
        values (${id(21)}, ${project}, 'checkout', 'Checkout', 'The new one', 'boolean', '{on,off}', '{pay}', ${ada}, 'temporary', false, ${day(1)}, ${ada}),
          (${id(22)}, ${project}, 'banner', 'Banner', '', 'string', '{red,blue}', '{}', null, 'permanent', true, ${day(2)}, ${ada})`,
    ],
    segment: [
      sql`insert into segment (id, project_id, key, name, description, created_at)
        values (${id(23)}, ${project}, 'beta', 'Beta', '', ${day(2)})`,
    ],
    revision: [
      sql`insert into revision (environment_id, number, published_at, actor_kind, actor_id, actor_name, message, mark, digest)
        values (${production}, 1, ${day(2)}, 'user', ${ada}, 'Ada', 'The first', null, ${old.digests[0]}),
          (${production}, 2, ${day(3)}, 'user', ${ada}, 'Ada', 'For the beta', 'emergency', ${old.digests[1]})`,
    ],
    entry: [
      sql`insert into entry (environment_id, number, kind, key, document) values
        (${production}, 1, 'flag', 'checkout', ${json(before)}),
        (${production}, 2, 'flag', 'checkout', ${json(checkout)}),
        (${production}, 2, 'flag', 'banner', ${json(banner)}),
        (${production}, 2, 'segment', 'beta', ${json(beta)})`,
    ],
    head: [
      sql`insert into head (environment_id, kind, key, number, document) values
        (${production}, 'flag', 'checkout', 2, ${json(checkout)}),
        (${production}, 'flag', 'banner', 2, ${json(banner)}),
        (${production}, 'segment', 'beta', 2, ${json(beta)})`,
    ],
    event: [
      event(1, 'project.create', 'shop', project),
      event(2, 'account.sign-in', old.owner.email, null),
      event(3, 'environment.delete', 'shop/staging', project),
      event(4, 'revision.publish', 'shop/production/2', project),
      event(5, 'user.disable', 'bob@example.com', null),
    ],
    evaluation_count: [
      sql`insert into evaluation_count (environment_id, flag, variant, hour, count)
        values (${production}, 'checkout', 'on', date_trunc('hour', now()) - interval '1 hour', 41)`,
    ],
    reference: [
      sql`insert into reference (environment_id, kind, key, to_kind, to_key) values
        (${production}, 'flag', 'checkout', 'segment', 'beta'), (${production}, 'flag', 'banner', 'flag', 'checkout')`,
    ],
    api_token: [
      sql`insert into api_token (id, kind, project_id, name, prefix, hash, scopes, created_at, created_by)
        values (${id(24)}, 'service', ${project}, 'CI', 'fan_', ${keyHash('of a program')}, '["read"]', ${day(3)}, ${ada})`,
    ],
    change: [
      sql`insert into change (id, project_id, number, title, message, author_id, author_name, state, version, created_at, updated_at)
        values (${firstChange}, ${project}, 1, 'Banner for all', '', ${bob}, 'Bob', 'in-review', 1, ${day(4)}, ${day(4)}),
          (${secondChange}, ${project}, 2, 'Blue', '', ${bob}, 'Bob', 'applied', 1, ${day(4)}, ${day(4)})`,
    ],
    change_entry: [
      sql`insert into change_entry (change_id, environment_id, kind, key, document, base)
        select change, ${production}, 'flag', 'banner', ${json({ ...banner, prerequisites: [] })}, 2
        from unnest(${[firstChange, secondChange]}::uuid[]) as change`,
    ],
    review: [
      sql`insert into review (id, change_id, reviewer_id, reviewer_name, verdict, body, at)
        values (${id(32)}, ${firstChange}, ${ada}, 'Ada', 'comment', 'Why now?', ${day(5)})`,
    ],
    ramp: [
      sql`insert into ramp (id, project_id, number, environment_id, flag, change_id, plan, ground, state, step, by_name, head_number, proposed_at, started_at, ended_at)
        values (${ramp}, ${project}, 3, ${production}, 'banner', ${secondChange},
          ${json(plan)}, '{"when":true,"before":"red"}', 'completed', 1, 'Bob', 2, ${day(5)}, ${day(5)}, ${day(6)})`,
    ],
  }
}
