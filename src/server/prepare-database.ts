import type { Config } from './config.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDb } from './platform/db/pool.ts'
import { findTransactionPooler, poolerRefusal } from './platform/db/pooler.ts'
import { type Preflight, preflight } from './platform/db/preflight.ts'
import { renewServerRoles } from './platform/db/server-role.ts'
import { WaitNotice } from './platform/db/wait-notice.ts'
import { checkSecret, refuseOtherSecret, type SecretState } from './platform/kernel/secret-fingerprint.ts'
import { StartError } from './start-error.ts'

type Preparation = {
  readonly url: string
  /** The installation's secret. Undefined if none was set or generated yet. */
  readonly secret: string | undefined
  /** The previous secret during a rotation. */
  readonly secretPrevious?: string | undefined
  /** The folder of an embedded database, where free space can be checked. */
  readonly folder?: string | undefined
}

/**
 * Migrates the database to the schema of this program. All preconditions are checked before the first migration, so
 * that after a failure the previous version starts as before. Prints what it waits for if that takes long. Returns the
 * state of its secret.
 */
export async function prepareDatabase(
  preparation: Preparation & { readonly secret: string },
  onIdleError: (error: Error) => void,
): Promise<SecretState> {
  const notice = new WaitNotice(console.error, `the database at ${new URL(preparation.url).host} to answer`)
  // An online step of a migration needs a second connection in addition to that of the lock.
  const db = openDb(preparation.url, 2, onIdleError, { work: 'migration' })
  try {
    const { pending, functions: outdated, problems, rights } = await checkDatabase(preparation)
    if (problems.length > 0) {
      // A replica becomes a primary at failover, so retrying makes sense.
      const code = rights.isReplica ? { code: '25006' } : {}
      throw Object.assign(
        new StartError(
          `Can’t ${pending.length > 0 || outdated.length > 0 ? 'migrate' : 'use'} the database. ${problems.join(' ')} Nothing was changed.`,
        ),
        code,
      )
    }
    // Server roles need rights in new tables.
    const { migrations, functions } = await migrate(db, { notice })
    if (migrations.length > 0 || functions.length > 0) await renewServerRoles(db)
    return await checkSecret(db, { secret: preparation.secret, previous: preparation.secretPrevious })
  } finally {
    notice.end()
    await db.destroy()
  }
}

/**
 * Checks the preconditions of a migration, read-only. Throws for a pooler in transaction mode, a newer schema, or
 * another secret.
 */
export async function checkDatabase({ url, secret, secretPrevious, folder }: Preparation): Promise<Preflight> {
  const sign = await findTransactionPooler(url)
  if (sign !== undefined) throw new StartError(poolerRefusal(url, sign))
  const db = openDb(url, 1, () => undefined, { work: 'migration' })
  try {
    const found = await preflight(db, folder)
    await refuseOtherSecret(db, { secret: secret ?? '', previous: secretPrevious })
    return found
  } finally {
    await db.destroy()
  }
}

/** The folder of the embedded database. Undefined if the operator configured another database. */
export const ownFolder = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string | undefined =>
  databaseUrl === undefined ? dataDir : undefined
