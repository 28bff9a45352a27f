import { hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { StartError } from '../start-error.ts'

/** What tells secrets apart and gives away nothing of them. */
const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'fanion secret fingerprint', 16)).toString('hex')

/**
 * Refuses with a StartError to work on a database whose servers have another secret: what one of them sealed or signed
 * the others could not read. The first server's counts, and is recorded.
 */
export async function checkSecret(db: Db, secret: string): Promise<void> {
  const fingerprint = fingerprintOf(secret)
  await db
    .insertInto('installation')
    .values({ secretFingerprint: fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await refuseOtherSecret(db, secret)
}

/** The same without a change: a database of any version, or an empty one, has recorded no secret or this one. */
export async function refuseOtherSecret(db: Db, secret: string): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('installation') is not null as is_there`.execute(db)
  if (!rows[0]?.isThere) return
  const recorded = await db.selectFrom('installation').select('secretFingerprint').executeTakeFirst()
  if (recorded === undefined || recorded.secretFingerprint === fingerprintOf(secret)) return
  throw new StartError(
    'This database belongs to servers with another FANION_SECRET: set FANION_SECRET to theirs (where none was set, it is ' +
      'in the file "secret" of the first server\'s data folder), or, where it is lost for good, run "fanion secret adopt" ' +
      'to go on with this one, which makes second factors, webhooks and sign-in providers to be set up anew.',
  )
}

/** Makes this secret the one of the database, whatever was there. */
export const adoptSecret = (db: Db, secret: string) =>
  db
    .insertInto('installation')
    .values({ secretFingerprint: fingerprintOf(secret) })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ secretFingerprint: fingerprintOf(secret) }))
    .execute()
