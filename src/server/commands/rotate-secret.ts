import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { type Db, openDb } from '../platform/db/pool.ts'
import { rootIn, sealRoot } from '../platform/kernel/installation-keys.ts'
import { resealColumn } from '../platform/kernel/reseal.ts'
import {
  beginRotation,
  endRotation,
  fingerprintOf,
  lockSecretState,
  refuseOtherSecret,
} from '../platform/kernel/secret-fingerprint.ts'
import { createVault } from '../platform/kernel/vault.ts'
import { rotationPollMs } from '../platform/snapshot-cache/root-key.ts'
import { ownFolder, prepareDatabase } from '../prepare-database.ts'
import { StartError } from '../start-error.ts'
import { operate } from './operate.ts'
import { sealedColumns } from './sealed-columns.ts'
import { withDatabase } from './with-database.ts'

/** After this time all servers have noticed the start of a rotation. */
const noticeMs = 3 * rotationPollMs
const mostPasses = 20

/**
 * `fanion secret rotate`: reseals with FANION_SECRET everything that FANION_SECRET_PREVIOUS sealed, and makes it the
 * database's secret. Can be interrupted and run again.
 */
export const rotateCommand = (): Promise<void> =>
  operate(async () => {
    const config = readConfig()
    const { secret, secretPrevious } = config
    if (secretPrevious === undefined || secretPrevious === secret)
      throw new StartError(
        'Set FANION_SECRET to the new secret and FANION_SECRET_PREVIOUS to the old one, on this command and first on every server.',
      )
    await withDatabase(config, 'there', async (url) => {
      const onIdleError = (error: Error) => console.error(error.message)
      await prepareDatabase({ url, secret, secretPrevious, folder: ownFolder(config) }, onIdleError)
      const db = openDb(url, 1, onIdleError)
      try {
        await rotateSecret(db, { secret, previous: secretPrevious }, console.log)
      } finally {
        await db.destroy()
      }
    })
  })

/** Starts or continues a rotation and completes it. `report` gets a line for each step. */
export async function rotateSecret(
  db: Db,
  secrets: { readonly secret: string; readonly previous: string },
  report: (line: string) => void,
  waitMs = noticeMs,
): Promise<void> {
  await begin(db, secrets)
  // Running servers seal with the new secret from now on.
  await wait(waitMs)
  const [before, now] = [createVault(secrets.previous), createVault(secrets.secret)]
  for (const sealed of sealedColumns) {
    let total = 0
    for (let pass = 1; ; pass += 1) {
      const { resealed, unreadable, moved } = await resealColumn(db, sealed, before, now)
      total += resealed
      if (resealed + moved > 0 && pass < mostPasses) continue
      if (resealed + moved > 0)
        throw new StartError(
          `Values of ${sealed.table}.${sealed.column} are still sealed with the old secret: a server doesn’t have the new one. ` +
            'Restart every server with both secrets, and run this again.',
        )
      report(
        `${sealed.table}.${sealed.column}: ${total} sealed again${unreadable > 0 ? `, ${unreadable} that neither secret opens` : ''}`,
      )
      break
    }
  }
  await endRotation(db, secrets.secret)
  report('The database has the new secret. Restart every server without FANION_SECRET_PREVIOUS.')
}

/** Records the new secret and reseals the root key with it, so that derived keys stay the same. */
async function begin(db: Db, secrets: { readonly secret: string; readonly previous: string }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockSecretState(tx)
    const state = await refuseOtherSecret(tx, secrets)
    const next = fingerprintOf(secrets.secret)
    // With the secrets exchanged, this reverts a rotation in progress.
    if (state === undefined || (state.nextFingerprint ?? state.fingerprint) === next) return
    const sealedRoot = sealRoot(createVault(secrets.secret), rootIn(state, secrets))
    await beginRotation(tx, secrets.secret, sealedRoot)
  })
}
