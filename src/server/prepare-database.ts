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
  /** The installation's secret; undefined if none was set and none was made yet. */
  readonly secret: string | undefined
  /** The secret before, while it is rotated. */
  readonly secretPrevious?: string | undefined
  /** The folder of an embedded database, where the free space can be seen. */
  readonly folder?: string | undefined
}

/**
 * Brings the database to the schema of this program. Everything that can refuse it is checked before the first migration, so
 * that after a refusal the previous version starts as before. Prints what it waits for if it takes long. Returns the
 * state of its secret.
 */
export async function prepareDatabase(
  preparation: Preparation & { readonly secret: string },
  onIdleError: (error: Error) => void,
): Promise<SecretState> {
  const notice = new WaitNotice(console.error, `the database at ${new URL(preparation.url).host} to answer`)
  // an online step of a migration needs a second connection beside that of the lock
  const db = openDb(preparation.url, 2, onIdleError, { work: 'migration' })
  try {
    const { pending, functions: outdated, problems, rights } = await checkDatabase(preparation)
    if (problems.length > 0) {
      // a replica becomes a primary when it takes over, so it is worth another try
      const code = rights.isReplica ? { code: '25006' } : {}
      throw Object.assign(
        new StartError(
          `Can’t ${pending.length > 0 || outdated.length > 0 ? 'migrate' : 'use'} the database. ${problems.join(' ')} Nothing was changed.`,
        ),
        code,
      )
    }
    // roles of servers need rights in the new tables, too
    const { migrations, functions } = await migrate(db, { notice })
    if (migrations.length > 0 || functions.length > 0) await renewServerRoles(db)
    return await checkSecret(db, { secret: preparation.secret, previous: preparation.secretPrevious })
  } finally {
    notice.end()
    await db.destroy()
  }
}

/** Checks what a migration needs, without a change. Refuses a pooler in transaction mode, a newer schema, and another secret. */
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

/** The folder of the embedded database; undefined if the operator has one elsewhere. */
export const ownFolder = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string | undefined =>
  databaseUrl === undefined ? dataDir : undefined
