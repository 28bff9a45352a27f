import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, readConfig, withSettings } from '../config.ts'
import { runningDatabase } from '../platform/db/embedded/running.ts'
import { openDb } from '../platform/db/pool.ts'
import { rootIn } from '../platform/kernel/installation-keys.ts'
import { refuseOtherSecret, type SecretState } from '../platform/kernel/secret-fingerprint.ts'
import { createSigner } from '../platform/kernel/signer.ts'
import { readStoredRoot } from '../platform/snapshot-cache/root-key.ts'
import { StartError } from '../start-error.ts'
import { operate } from './operate.ts'

/**
 * `fanion signing-key`: prints the public key of the configured signing key. `new` generates another one, and prints
 * the setting for it. Exits with 2 for wrong usage.
 */
export async function signingCommand(options: readonly string[], usage: string): Promise<void> {
  if (options.join() !== '' && options.join() !== 'new') {
    console.error(usage)
    process.exit(2)
  }
  await operate(async () => {
    if (options[0] === 'new') {
      const key = randomBytes(32).toString('base64url')
      console.log(`FANION_SIGNING_KEY=${key}`)
      console.log(createSigner(key).publicKey)
      return
    }
    const { config } = withSettings([])
    const { signingKey, secret, dataDir } = config
    if (signingKey === undefined && secret === '' && !existsSync(path.join(dataDir, 'secret')))
      throw new StartError(
        `There is no secret in ${dataDir}. Set FANION_DATA_DIR to the data folder of the server, or FANION_SECRET to its secret.`,
      )
    console.log(createSigner(signingKey ?? (await rootFor(readConfig()))).publicKey)
  })
}

/** The root of the signing key: stored in the data folder or the database if the secret was ever rotated. */
async function rootFor({ secret, secretPrevious: previous, dataDir, databaseUrl }: Config): Promise<Buffer> {
  const unrotated: SecretState = { fingerprint: '', nextFingerprint: null, sealedRoot: null }
  const kept = readStoredRoot(dataDir)
  try {
    if (kept !== undefined) return rootIn({ ...unrotated, sealedRoot: kept }, { secret, previous })
  } catch {
    // Sealed with a secret before the previous one: the database has the current root key.
  }
  const url = databaseUrl ?? runningDatabase(dataDir, 'fanion')
  if (url === undefined) return rootIn(unrotated, { secret: previous ?? secret })
  const db = openDb(url, 1, () => undefined)
  try {
    const state = await refuseOtherSecret(db, { secret, previous })
    return rootIn(state ?? unrotated, { secret, previous })
  } finally {
    await db.destroy()
  }
}
