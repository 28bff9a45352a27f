import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../config.ts'
import { DatabaseClock } from '../platform/db/database-clock.ts'
import type { DatabaseOutage } from '../platform/db/outage.ts'
import { Pools } from '../platform/db/pools.ts'
import { openStore } from '../platform/event-store/open-store.ts'
import { InstallationKeys } from '../platform/kernel/installation-keys.ts'
import { readStoredRoot } from '../platform/snapshot-cache/root-key.ts'
import { SnapshotCache } from '../platform/snapshot-cache/snapshot-cache.ts'
import type { ReloadableSettings } from '../reloadable-settings.ts'

/** What a server stores to and reads from, with its clock and its keys. Nothing is connected yet. */
export type Storage = Awaited<ReturnType<typeof createStorage>>

export async function createStorage(settings: ReloadableSettings, databaseUrl: string, outage: DatabaseOutage) {
  const config: Config = settings.config
  const { log } = outage
  const address = settings.address('databaseUrl', databaseUrl)
  const copy = { url: config.databaseReadUrl === undefined ? undefined : settings.address('databaseReadUrl'), log }
  const onIdleError = (error: Error) => {
    outage.failed(error)
    log.warn({ error: error.message }, 'an idle database connection broke')
  }
  const pools = new Pools(address, config.databasePool, onIdleError, copy, outage)
  const clock = new DatabaseClock(log)
  const secrets = { secret: config.secret, previous: config.secretPrevious }
  const keys = new InstallationKeys(secrets, config.signingKey, readStoredRoot(config.dataDir))
  return {
    config,
    log,
    address,
    onIdleError,
    pools,
    clock,
    now: clock.now,
    kept: new SnapshotCache(config.dataDir, log),
    keys,
    sign: keys.sign,
    vault: keys.vault,
    eventStore: await openStore(config.measureUrl),
    newId: uuidv7,
    newSecret: (size: number) => randomBytes(size).toString('base64url'),
  }
}
