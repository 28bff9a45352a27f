import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../db/pool.ts'
import type { Log } from '../kernel/ctx.ts'
import type { InstallationKeys } from '../kernel/installation-keys.ts'
import { readSecretState } from '../kernel/secret-fingerprint.ts'

/** A server notices the start of a rotation within this time. `fanion secret rotate` waits for several of these. */
export const rotationPollMs = 1_000

const fileIn = (dataDir: string): string => path.join(dataDir, 'root-key')

/** The sealed root key last found in the database. Datafiles are signed with it while the database is down. */
export const readStoredRoot = (dataDir: string): string | undefined =>
  existsSync(fileIn(dataDir)) ? readFileSync(fileIn(dataDir), 'utf8').trim() : undefined

export function storeRoot(dataDir: string, sealedRoot: string | null, log: Pick<Log, 'warn'>): void {
  if ((sealedRoot ?? undefined) === readStoredRoot(dataDir)) return
  try {
    if (sealedRoot === null) rmSync(fileIn(dataDir))
    else writeFileSync(fileIn(dataDir), `${sealedRoot}\n`, { mode: 0o600 })
  } catch (error) {
    log.warn({ error: String(error) }, 'the root key can’t be kept in the data folder')
  }
}

type Rotating = {
  readonly secretPrevious: string | undefined
  readonly dataDir: string
  readonly log: Pick<Log, 'warn'>
}

/** Follows a rotation of the secret while two secrets are configured. Returns a function that stops it. */
export function followRotation(db: Db, keys: InstallationKeys, { secretPrevious, dataDir, log }: Rotating): () => void {
  if (secretPrevious === undefined) return () => undefined
  const follow = async () => {
    const state = await readSecretState(db)
    if (state === undefined) return
    keys.follow(state)
    storeRoot(dataDir, state.sealedRoot, log)
  }
  const timer = setInterval(() => {
    follow().catch((error: unknown) =>
      log.warn({ error: String(error) }, 'the rotation of the secret can’t be followed'),
    )
  }, rotationPollMs).unref()
  return () => clearInterval(timer)
}
