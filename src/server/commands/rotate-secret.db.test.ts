import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import type { Db } from '../platform/db/pool.ts'
import { InstallationKeys } from '../platform/kernel/installation-keys.ts'
import type { SealedColumn } from '../platform/kernel/reseal.ts'
import { adoptSecret, checkSecret, readSecretState, refuseOtherSecret } from '../platform/kernel/secret-fingerprint.ts'
import { createSigner } from '../platform/kernel/signer.ts'
import { createVault, type Vault } from '../platform/kernel/vault.ts'
import { rotateSecret } from './rotate-secret.ts'
import { sealedColumns } from './sealed-columns.ts'

const [first, second, third] = ['the first secret', 'the second secret', 'the third secret']
const names = sealedColumns.map(({ table, column }) => `${table}.${column}`)

/** Every file that seals values, with the columns that store them. Cookies and states are not stored. */
const sealing: Readonly<Record<string, readonly string[]>> = {
  'platform/auth/sso/flow.ts': [],
  'platform/auth/sso/link-identity.ts': [],
  'platform/auth/sso/sign-in-by-provider.ts': ['session.id_token'],
  'features/ramps/guards/guard-sources.ts': ['guard_source.sealed'],
  'features/imports/upload-bundle.ts': ['import_run.bundle'],
  'features/access/second-factor/challenges.ts': [],
  'features/access/second-factor/set-up-two-factor.ts': ['one_time_code.secret'],
  'features/sources/save-warehouse.ts': ['source.sealed'],
  'features/sources/store-warehouse-slice.ts': ['measure_key.sealed'],
  'features/access/sso/providers.ts': ['identity_provider.client_secret'],
  'features/usage/reportable-cache.ts': ['measure_key.sealed'],
  'features/webhooks/webhooks.ts': ['webhook.secret'],
}
/** The rotation itself, and the sealed root key, which has its own column. */
const machinery = ['platform/kernel/installation-keys.ts', 'platform/kernel/reseal.ts']

it('knows every place that seals, so that no column is left behind', () => {
  const server = path.resolve(import.meta.dirname, '..')
  const found = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !file.endsWith('.test.ts') && /\.seal(Bytes)?\(/.test(readFileSync(path.join(server, file), 'utf8')),
  )
  expect(found.toSorted()).toEqual([...Object.keys(sealing), ...machinery].toSorted())
  expect([...new Set(Object.values(sealing).flat())].toSorted()).toEqual(names)
})

/** A database whose servers use the first secret. */
async function aDatabase() {
  const { db } = await testDatabase()
  await checkSecret(db, { secret: first })
  return db
}

/** Inserts a row with a sealed value and whatever its other columns require. References are not checked. */
async function insertSealed(db: Db, one: SealedColumn, vault: Vault, text: string): Promise<void> {
  const { rows: required } = await sql<{ name: string; type: string; check: string | null }>`
    select attname as name, format_type(atttypid, atttypmod) as type,
      (select string_agg(pg_get_constraintdef(oid), ' ') from pg_constraint
        where conrelid = attrelid and contype = 'c' and attnum = any(conkey)) as check
    from pg_attribute where attrelid = ${one.table}::regclass and attnum > 0 and not attisdropped
      and ((attnotnull and not atthasdef and attidentity = '') or attname = ${one.namedBy ?? ''}) and attname <> ${one.column}`.execute(
    db,
  )
  const valueOf = (type: string, check: string | null): string | number | boolean | Buffer | Date => {
    const allowed = /'([\w-]+)'::text/.exec(check ?? '')?.[1]
    if (allowed !== undefined) return allowed
    if (type === 'uuid') return randomUUID()
    if (/^(integer|bigint|smallint)/.test(type)) return 1
    if (type === 'bytea') return Buffer.from(randomUUID())
    if (/^json/.test(type)) return '{}'
    if (type.endsWith('[]')) return '{}'
    if (/^timestamp/.test(type)) return new Date()
    if (type === 'boolean') return true
    return `x-${randomUUID()}`
  }
  const values = Object.fromEntries(required.map(({ name, type, check }) => [name, valueOf(type, check)]))
  const purpose = one.purpose(values[one.namedBy ?? '']?.toString() ?? '')
  const sealed = one.isBytes ? vault.sealBytes(Buffer.from(text), purpose) : vault.seal(text, purpose)
  const all: [string, unknown][] = [...Object.entries(values), [one.column, sealed]]
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into ${sql.table(one.table)} (${sql.join(all.map(([name]) => sql.ref(name)))})
      values (${sql.join(all.map(([, value]) => value))})`.execute(tx)
  })
}

/** The values of a column that one secret alone can open. */
async function opened(db: Db, one: SealedColumn, secret: string): Promise<string[]> {
  const vault = createVault(secret)
  const name = one.namedBy === undefined ? sql`''` : sql`${sql.ref(one.namedBy)}::text`
  const { rows } = await sql<{ name: string; value: string | Buffer }>`
    select ${name} as name, ${sql.ref(one.column)} as value from ${sql.table(one.table)}`.execute(db)
  return rows.flatMap(({ name, value }) => {
    try {
      const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value, 'base64url')
      return [vault.openBytes(bytes, one.purpose(name)).toString()]
    } catch {
      return []
    }
  })
}

const quiet = () => undefined

describe('a rotation of the secret', async () => {
  const db = await aDatabase()

  it.each(sealedColumns.map((one, at) => [names[at] ?? '', one] as const))(
    'seals %s again, so that the new secret alone opens it',
    async (name, one) => {
      const own = await aDatabase()
      for (const text of ['one', 'two', 'three']) await insertSealed(own, one, createVault(first), text)
      await insertSealed(own, one, createVault(second), 'sealed by a server that has the new one')
      await insertSealed(own, one, createVault(third), 'sealed by a secret that is lost')
      const lines: string[] = []
      await rotateSecret(own, { secret: second, previous: first }, (line) => lines.push(line), 0)
      expect(lines).toContain(`${name}: 3 sealed again, 1 that neither secret opens`)
      const texts = await opened(own, one, second)
      expect(texts.toSorted()).toEqual(['one', 'sealed by a server that has the new one', 'three', 'two'])
      expect(await opened(own, one, first)).toEqual([])
      await expect(refuseOtherSecret(own, { secret: first })).rejects.toThrow('another FANION_SECRET')
      expect(await refuseOtherSecret(own, { secret: second })).toMatchObject({ nextFingerprint: null })
    },
  )

  it('keeps derived keys, whatever it was rotated to since', async () => {
    const publicKey = createSigner(first).publicKey
    const payloadKey = createVault(first).keyFor('payloads of 1')
    let previous = first
    for (const secret of [second, third]) {
      await rotateSecret(db, { secret, previous }, quiet, 0)
      const state = await readSecretState(db)
      if (!state) throw new Error('there is no state')
      const keys = new InstallationKeys({ secret }, undefined, undefined)
      keys.follow(state)
      expect(keys.publicKey()).toBe(publicKey)
      expect(keys.vault.keyFor('payloads of 1')).toEqual(payloadKey)
      // Also from the data folder alone, while the database is down.
      const away = new InstallationKeys({ secret }, undefined, state.sealedRoot ?? undefined)
      expect(away.publicKey()).toBe(publicKey)
      previous = secret
    }
  })

  it('seals with the old secret until it begins, and needs both until it ends', async () => {
    const own = await aDatabase()
    const both = { secret: second, previous: first }
    const keys = new InstallationKeys(both, undefined, undefined)
    const sealsWith = (secret: string) => createVault(secret).open(keys.vault.seal('text', 'p'), 'p')
    keys.follow(await checkSecret(own, both))
    expect(sealsWith(first)).toBe('text')
    const webhook = sealedColumns.find(({ table }) => table === 'webhook') as SealedColumn
    await insertSealed(own, webhook, createVault(first), 'hook')

    // Killed after the rotation started.
    const ended = rotateSecret(
      own,
      both,
      () => {
        throw new Error('killed')
      },
      0,
    )
    await expect(ended).rejects.toThrow('killed')
    keys.follow(await checkSecret(own, both))
    expect(sealsWith(second)).toBe('text')
    for (const secret of [first, second])
      await expect(checkSecret(own, { secret })).rejects.toThrow('needs both secrets')
    expect(
      keys.vault.open(
        (await own.selectFrom('webhook').select('secret').executeTakeFirstOrThrow()).secret,
        webhook.purpose(''),
      ),
    ).toBe('hook')

    // Back again, with the secrets exchanged.
    await rotateSecret(own, { secret: first, previous: second }, quiet, 0)
    expect(await opened(own, webhook, first)).toEqual(['hook'])
    expect(await checkSecret(own, { secret: first })).toMatchObject({ nextFingerprint: null })
    // Completes the rotation.
    await rotateSecret(own, both, quiet, 0)
    await rotateSecret(own, both, quiet, 0)
    expect(await opened(own, webhook, second)).toEqual(['hook'])
    const after = new InstallationKeys({ secret: second }, undefined, undefined)
    after.follow(await checkSecret(own, { secret: second }))
    expect(after.publicKey()).toBe(createSigner(first).publicKey)
  })

  it('loses nothing that is written while it runs', async () => {
    const own = await aDatabase()
    const webhook = sealedColumns.find(({ table }) => table === 'webhook') as SealedColumn
    for (let at = 0; at < 30; at += 1) await insertSealed(own, webhook, createVault(first), `before ${at}`)
    let isOver = false
    const vault = createVault(second)
    const writing = (async () => {
      for (let at = 0; !isOver; at += 1) {
        const { rows } = await sql<{ id: string }>`select id from webhook order by random() limit 1`.execute(own)
        await own
          .updateTable('webhook')
          .set({ secret: vault.seal(`changed ${at}`, webhook.purpose('')) })
          .where('id', '=', rows[0]?.id ?? '')
          .execute()
      }
    })()
    await rotateSecret(own, { secret: second, previous: first }, quiet, 100)
    isOver = true
    await writing
    expect(await opened(own, webhook, second)).toHaveLength(30)
  })

  it('is refused with secrets that are not the database’s', async () => {
    const own = await aDatabase()
    await expect(rotateSecret(own, { secret: third, previous: second }, quiet, 0)).rejects.toThrow(
      'another FANION_SECRET',
    )
    await adoptSecret(own, third)
    expect(await checkSecret(own, { secret: third })).toMatchObject({ sealedRoot: null })
  })
})
