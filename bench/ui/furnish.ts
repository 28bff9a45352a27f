import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { createProject } from '../../src/server/features/projects/create-project.ts'
import { publish } from '../../src/server/features/publishing/publish.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { Ctx } from '../../src/server/platform/kernel/ctx.ts'
import { proveEnvironments, proveProject } from '../../src/server/platform/kernel/scope.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'

const areas = ['checkout', 'search', 'pricing', 'profile', 'banner', 'cart', 'upload', 'export', 'login', 'report']
const kinds = ['redesign', 'limit', 'variant', 'rollout', 'experiment', 'fallback', 'cache', 'copy', 'layout', 'beta']

/** Returns a realistic key: `checkout-redesign-17`. */
const keyOf = (n: number): string => `${areas[n % 10]}-${kinds[Math.floor(n / 10) % 10]}-${n}`

const documentOf = (key: string, n: number): FlagDocument => ({
  key,
  type: 'boolean',
  on: n % 3 !== 0,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules:
    n % 2 === 0
      ? []
      : [
          {
            id: 'r1',
            when: { attribute: 'country', operator: 'isOneOf', values: ['NO', 'DE'] },
            serve: { variant: 'on' },
          },
        ],
  otherwise: { variant: n % 5 === 0 ? 'on' : 'off' },
  salt: key,
  visibleToClients: false,
})

/** Returns a flag with thirty rules of a thousand organisations each, the longest that the editor must support. */
export const longFlag = (key: string, rules = 30, values = 1_000): FlagDocument => ({
  ...documentOf(key, 1),
  rules: Array.from({ length: rules }, (_, rule) => ({
    id: `r${rule}`,
    name: `Organisations ${rule}`,
    when: {
      all: [
        {
          attribute: 'organisation',
          operator: 'isOneOf',
          values: Array.from({ length: values }, (_, n) => `org-${rule}-${n}`),
        },
        { attribute: 'client', operator: 'versionAtLeast', values: ['2.0'] },
      ],
    },
    serve: { variant: 'on' },
  })),
})

/** Creates a project with this many flags, each published once in its three environments. */
export const furnish = (db: Db, project: string, flags: number): Promise<void> =>
  furnishWith(
    db,
    project,
    Array.from({ length: flags }, (_, n) => documentOf(keyOf(n), n)),
  )

/** Like `furnish`, with these flags, which must be boolean. */
export async function furnishWith(db: Db, project: string, documents: readonly FlagDocument[]): Promise<void> {
  const owner = await db.selectFrom('person').select(['id', 'email', 'name']).executeTakeFirstOrThrow()
  const session = { id: uuidv7(), authenticatedAt: new Date() }
  const ctx: Ctx = {
    db,
    actor: { kind: 'user', ...owner, instanceRole: 'owner', session },
    now: () => new Date(),
    newId: uuidv7,
    newSecret: (bytes) => randomBytes(bytes).toString('base64url'),
    origin: { requestId: uuidv7(), address: '127.0.0.1', userAgent: 'bench' },
    log: { error: console.error, warn: console.warn, info: console.info },
  }
  await createProject(ctx, { key: project, name: project, description: '' })
  const scope = await proveProject(db, ctx.actor, project)
  const keys = documents.map(({ key }) => key)
  await sql`
    insert into flag (id, project_id, key, name, description, type, variants, permanence, visible_to_clients, created_at)
    select gen_random_uuid(), ${scope.id}, key, initcap(replace(key, '-', ' ')), '', 'boolean', '{on,off}', 'temporary', false, now()
    from unnest(${keys}::text[]) as key`.execute(db)
  const entries = documents.map((document) => ({ kind: 'flag' as const, key: document.key, document }))
  const inProject = { ...ctx, project: scope }
  for (const environment of await proveEnvironments(db, scope)) {
    await publish({ ...inProject, environment }, { base: 0, message: 'Furnished', entries })
  }
}
