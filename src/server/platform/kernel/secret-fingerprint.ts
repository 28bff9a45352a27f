import { hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import type { Db, Tx } from '../db/pool.ts'

/** `FANION_SECRET`, and `FANION_SECRET_PREVIOUS` if it is set. */
export type Secrets = { readonly secret: string; readonly previous?: string | undefined }

/** What a database records of its secret. */
export type SecretState = {
  readonly fingerprint: string
  /** Of the secret that values are sealed with while a rotation is under way; null if none is. */
  readonly nextFingerprint: string | null
  /** The key that derived keys follow from, sealed; null if it follows from the recorded secret. */
  readonly sealedRoot: string | null
}

/** What tells secrets apart and gives away nothing of them. */
export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'fanion secret fingerprint', 16)).toString('hex')

/**
 * Refuses with a StartError to work on a database whose servers have another secret: what one of them sealed or signed
 * the others could not read. The first server's counts, and is recorded.
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

/** The state of the secret in a database of any version; undefined if no server started on it yet. */
export async function readSecretState(db: Db): Promise<SecretState | undefined> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('installation') is not null as is_there`.execute(db)
  if (!rows[0]?.isThere) return undefined
  // as JSON, because the database of an earlier version lacks two of the columns
  const found = await sql<SecretState>`
    select secret_fingerprint as fingerprint, to_jsonb(installation) ->> 'next_fingerprint' as next_fingerprint,
      to_jsonb(installation) ->> 'sealed_root' as sealed_root
    from installation`.execute(db)
  return found.rows[0]
}

/** The same check without a change: a database of any version, or an empty one, has recorded no secret or one of these. */
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

/** Keeps other rotations out until the transaction ends. */
export const lockSecretState = (tx: Tx) => tx.selectFrom('installation').select('one').forUpdate().execute()

/** Records that values are sealed with this secret from now on, and the root key under it. */
export const beginRotation = (tx: Tx, secret: string, sealedRoot: string) =>
  tx
    .updateTable('installation')
    .set({ nextFingerprint: fingerprintOf(secret), sealedRoot })
    .execute()

/** Records that nothing is sealed with another secret any more. */
export const endRotation = (db: Db, secret: string) =>
  db
    .updateTable('installation')
    .set({ secretFingerprint: fingerprintOf(secret), nextFingerprint: null })
    .execute()

/** Makes this secret the one of the database, whatever was there. */
export async function adoptSecret(db: Db, secret: string): Promise<void> {
  const before = await readSecretState(db)
  const secretFingerprint = fingerprintOf(secret)
  await db
    .insertInto('installation')
    .values({ secretFingerprint })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ secretFingerprint }))
    .execute()
  // the lost secret sealed it
  if (before !== undefined && before.sealedRoot !== null && before.fingerprint !== secretFingerprint)
    await db.updateTable('installation').set({ nextFingerprint: null, sealedRoot: null }).execute()
}
