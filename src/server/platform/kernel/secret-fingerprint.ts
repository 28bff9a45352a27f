import { hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import type { Db, Tx } from '../db/pool.ts'

/** `FANION_SECRET`, and `FANION_SECRET_PREVIOUS` if it is set. */
export type Secrets = { readonly secret: string; readonly previous?: string | undefined }

/** The state of the secret, as recorded in the database. */
export type SecretState = {
  readonly fingerprint: string
  /** Fingerprint of the secret that values are sealed with during a rotation. Null if there is none. */
  readonly nextFingerprint: string | null
  /** The sealed root key of derived keys. Null if it is derived from the recorded secret. */
  readonly sealedRoot: string | null
}

/** Identifies a secret without revealing anything about it. */
export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'fanion secret fingerprint', 16)).toString('hex')

/**
 * Throws a StartError if the database's servers use another secret, because they could not read each other's sealed and
 * signed values. The first server's secret is recorded.
 */
export async function checkSecret(db: Db, secrets: Secrets): Promise<SecretState> {
  await db
    .insertInto('installation')
    .values({ secretFingerprint: fingerprintOf(secrets.secret) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const state = await refuseOtherSecret(db, secrets)
  if (state === undefined) throw new Error('the installation is gone')
  return state
}

/** Reads the state of the secret from a database of any version. Undefined if no server has started on it yet. */
export async function readSecretState(db: Db): Promise<SecretState | undefined> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('installation') is not null as is_there`.execute(db)
  if (!rows[0]?.isThere) return undefined
  // Read as JSON, because databases of earlier versions lack two of the columns.
  const found = await sql<SecretState>`
    select secret_fingerprint as fingerprint, to_jsonb(installation) ->> 'next_fingerprint' as next_fingerprint,
      to_jsonb(installation) ->> 'sealed_root' as sealed_root
    from installation`.execute(db)
  return found.rows[0]
}

/** Like {@link checkSecret}, but read-only: a database of any version must have recorded no secret or one of these. */
export async function refuseOtherSecret(db: Db, { secret, previous }: Secrets): Promise<SecretState | undefined> {
  const state = await readSecretState(db)
  if (state === undefined) return undefined
  const known = [secret, ...(previous === undefined ? [] : [previous])].map(fingerprintOf)
  const { fingerprint, nextFingerprint } = state
  const isRotating = nextFingerprint !== null && nextFingerprint !== fingerprint
  if (known.includes(fingerprint) && (!isRotating || known.includes(nextFingerprint))) return state
  if (isRotating && (known.includes(fingerprint) || known.includes(nextFingerprint)))
    throw new StartError(
      'A rotation of FANION_SECRET is under way, which needs both secrets: set FANION_SECRET to the new one and FANION_SECRET_PREVIOUS ' +
        'to the old one until “fanion secret rotate” has ended.',
    )
  throw new StartError(
    'This database belongs to servers with another FANION_SECRET: set FANION_SECRET to theirs (where none was set, it is ' +
      'in the file "secret" of the first server\'s data folder). To change it, set FANION_SECRET_PREVIOUS to theirs, too, ' +
      'and run “fanion secret rotate”. Where it is lost for good, run "fanion secret adopt" ' +
      'to go on with this one, which makes second factors, webhooks and sign-in providers to be set up anew.',
  )
}

/** Blocks other rotations until the transaction ends. */
export const lockSecretState = (tx: Tx) => tx.selectFrom('installation').select('one').forUpdate().execute()

/** Records that values are sealed with this secret from now on, with the root key sealed by it. */
export const beginRotation = (tx: Tx, secret: string, sealedRoot: string) =>
  tx
    .updateTable('installation')
    .set({ nextFingerprint: fingerprintOf(secret), sealedRoot })
    .execute()

/** Records that no values are sealed with another secret any more. */
export const endRotation = (db: Db, secret: string) =>
  db
    .updateTable('installation')
    .set({ secretFingerprint: fingerprintOf(secret), nextFingerprint: null })
    .execute()

/** Records this secret as the database's, whatever was recorded before. */
export async function adoptSecret(db: Db, secret: string): Promise<void> {
  const before = await readSecretState(db)
  const secretFingerprint = fingerprintOf(secret)
  await db
    .insertInto('installation')
    .values({ secretFingerprint })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ secretFingerprint }))
    .execute()
  // The sealed root cannot be opened without the lost secret.
  if (before !== undefined && before.sealedRoot !== null && before.fingerprint !== secretFingerprint)
    await db.updateTable('installation').set({ nextFingerprint: null, sealedRoot: null }).execute()
}
