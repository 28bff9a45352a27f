import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/pool.ts'
import type { SdkKeyTable } from '../../../platform/db/schema.ts'
import type { ProvenEnvironment, ProvenProject } from '../../../platform/kernel/scope.ts'

const columns = [
  'sdkKey.id',
  'sdkKey.kind',
  'sdkKey.name',
  'sdkKey.prefix',
  'sdkKey.hash',
  'sdkKey.clientText',
  'sdkKey.allowedOrigins',
  'sdkKey.createdAt',
  'sdkKey.lastUsedAt',
  'sdkKey.expiresAt',
  'sdkKey.revokedAt',
  'environment.key as environment',
] as const

/** All SDK keys of a project, newest first, including revoked ones. */
export const keysOf = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('sdkKey')
    .innerJoin('environment', 'environment.id', 'sdkKey.environmentId')
    .select(columns)
    .where('environment.projectId', '=', project.id)
    .orderBy('sdkKey.createdAt', 'desc')
    .execute()

export const findKey = (db: Db, project: ProvenProject, id: string) =>
  db
    .selectFrom('sdkKey')
    .innerJoin('environment', 'environment.id', 'sdkKey.environmentId')
    .select(columns)
    .where('environment.projectId', '=', project.id)
    .where('sdkKey.id', '=', id)
    .executeTakeFirst()

export const insertKey = (tx: Tx, key: SdkKeyTable) => tx.insertInto('sdkKey').values(key).execute()

export const revokeKey = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('sdkKey').set({ revokedAt: at }).where('id', '=', id).where('revokedAt', 'is', null).execute()

export const expireKey = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('sdkKey').set({ expiresAt: at }).where('id', '=', id).execute()

export const updateOrigins = (tx: Tx, id: string, allowedOrigins: string[]) =>
  tx.updateTable('sdkKey').set({ allowedOrigins }).where('id', '=', id).execute()

/** Keys of all environments, except those of archived projects, which grant no access. */
const keysInUse = (db: Db) =>
  db
    .selectFrom('sdkKey')
    .innerJoin('environment', 'environment.id', 'sdkKey.environmentId')
    .innerJoin('project', 'project.id', 'environment.projectId')
    .where('project.archivedAt', 'is', null)

const workingKeys = (db: Db, now: Date) =>
  keysInUse(db)
    .where('sdkKey.revokedAt', 'is', null)
    .where((eb) => eb.or([eb('sdkKey.expiresAt', 'is', null), eb('sdkKey.expiresAt', '>', now)]))

/** Keys among `ids` that are revoked, expired, deleted with their environment, or of an archived project. */
export const deadKeysAmong = async (db: Db, ids: readonly string[], now: Date) => {
  if (ids.length === 0) return []
  const alive = await workingKeys(db, now).select('sdkKey.id').where('sdkKey.id', 'in', ids).execute()
  return ids.filter((id) => !alive.some((key) => key.id === id)).map((id) => ({ id }))
}

export const keyIdsOf = async (db: Db, environment: ProvenEnvironment): Promise<string[]> => {
  const rows = await db.selectFrom('sdkKey').select('id').where('environmentId', '=', environment.id).execute()
  return rows.map((row) => row.id)
}

/**
 * Keys with the environment and project they belong to. Includes inactive keys, so that the rejection can state why.
 */
const keysAndPlaces = (db: Db) =>
  keysInUse(db)
    .select(['sdkKey.id', 'sdkKey.kind', 'sdkKey.allowedOrigins', 'sdkKey.expiresAt', 'sdkKey.revokedAt'])
    .select(['sdkKey.lastUsedAt', 'environment.id as environmentId', 'environment.key as environment'])
    .select('project.key as project')

/** Finds a key of this kind by the beginning of its hash. Same result as `findKeyByHash`. */
export const findKeyByPublicId = (db: Db, id: string, kind: SdkKeyTable['kind']) =>
  keysAndPlaces(db)
    .where('sdkKey.hash', '>=', Buffer.from(id.padEnd(64, '0'), 'hex'))
    .where('sdkKey.hash', '<=', Buffer.from(id.padEnd(64, 'f'), 'hex'))
    .where('sdkKey.kind', '=', kind)
    .executeTakeFirst()

/** Finds a key with its environment and project. Includes inactive keys, so that the rejection can state why. */
export const findKeyByHash = (db: Db, hash: Buffer) =>
  keysAndPlaces(db).where('sdkKey.hash', '=', hash).executeTakeFirst()

export const liveKeys = (db: Db, now: Date) =>
  workingKeys(db, now)
    .select(['sdkKey.hash', 'sdkKey.id as keyId', 'sdkKey.kind', 'sdkKey.allowedOrigins', 'sdkKey.expiresAt'])
    .select(['project.key as project', 'environment.key as environment', 'environment.id as environmentId'])
    .orderBy('sdkKey.id')
    .execute()

/**
 * The working keys of an environment with one of the given hashes or ids, and the client keys with one of the given
 * hash prefixes.
 */
export const liveKeysAmong = async (
  db: Db,
  environmentId: string,
  {
    hashes,
    publicIds,
    ids,
  }: { readonly hashes: readonly string[]; readonly publicIds: readonly string[]; readonly ids: readonly string[] },
  now: Date,
) => {
  if (hashes.length + publicIds.length + ids.length === 0) return []
  const start = sql<string>`substr(encode(sdk_key.hash, 'hex'), 1, 24)`
  return workingKeys(db, now)
    .select(['sdkKey.id', 'sdkKey.kind', 'sdkKey.hash', 'sdkKey.allowedOrigins', 'sdkKey.expiresAt'])
    .select('sdkKey.lastUsedAt')
    .where('sdkKey.environmentId', '=', environmentId)
    .where((eb) =>
      eb.or([
        ...(hashes.length > 0
          ? [
              eb(
                'sdkKey.hash',
                'in',
                hashes.map((hash) => Buffer.from(hash, 'hex')),
              ),
            ]
          : []),
        ...(publicIds.length > 0 ? [eb.and([eb('sdkKey.kind', '=', 'client'), eb(start, 'in', publicIds)])] : []),
        ...(ids.length > 0 ? [eb('sdkKey.id', 'in', ids)] : []),
      ]),
    )
    .execute()
}

export const touchKeys = (db: Db, ids: readonly string[], at: Date) =>
  db.updateTable('sdkKey').set({ lastUsedAt: at }).where('id', 'in', ids).execute()

export const touchKey = (db: Db, id: string, at: Date) =>
  db.updateTable('sdkKey').set({ lastUsedAt: at }).where('id', '=', id).execute()

/** Notifies all servers on commit, so that they reject the key and close its streams. */
export const announceRevoked = (tx: Tx, id: string) => sql`select pg_notify('fanion_keys', ${id})`.execute(tx)
