import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { ClientRuntime } from './client-runtime.ts'
import { maintainConnection } from './connection.ts'
import { inTest } from './logger.ts'
import { createSignatureGuard } from './signature-guard.ts'
import { isNoNewer } from './starting.ts'
import type { ContractCheck, Updates } from './updates.ts'

/**
 * Serves the bootstrap and the cache file, then keeps the client connected until it is closed. With `publicKeys`, nothing is
 * served before its signature is verified. The promise resolves after `close`, or soon if the client contacts no server.
 */
export const startConnection = (
  runtime: ClientRuntime,
  updates: Updates,
  checkContract: ContractCheck,
): Promise<void> => {
  const { platform, settings, events, store, closing } = runtime
  const { url, headers, bootstrap, publicKeys, standaloneReason } = settings
  const genuine = createSignatureGuard(publicKeys, events.fault)

  const serveBootstrap = (datafile: Datafile) => {
    updates.replace(datafile)
    updates.setState(standaloneReason === null ? 'stale' : 'ready', standaloneReason ?? 'connecting', 'bootstrap')
  }
  const loadBootstrapModules = async (datafile: Datafile) => {
    await updates.prepare(datafile)
    // A test may have replaced the bootstrap in the meantime.
    if (store.datafile() === datafile) updates.replace(datafile)
  }
  const serveCacheFile = async () => {
    const datafile = (await updates.cacheFile?.read()) ?? null
    if (datafile === null || isNoNewer(datafile, store.datafile()) || !(await genuine.isOurs(datafile))) return
    await updates.prepare(datafile)
    updates.replace(datafile)
    updates.setState('stale', 'connecting', 'file')
  }
  const run = async () => {
    if (publicKeys !== null && bootstrap !== null && (await genuine.isOurs(bootstrap))) serveBootstrap(bootstrap)
    if (bootstrap !== null && store.datafile() === bootstrap) await loadBootstrapModules(bootstrap)
    if (standaloneReason !== null) return
    await serveCacheFile()
    const feed = await genuine.guard(updates.feed, store.datafile)
    const hold = () => events.count('change') > 0
    await maintainConnection(platform, { url, headers, hold, signed: publicKeys !== null }, feed, closing)
  }

  if (bootstrap !== null && publicKeys === null) serveBootstrap(bootstrap)
  if (standaloneReason !== null) reportStandalone(runtime, updates, standaloneReason, checkContract)
  return run()
}

/** Sets the status of a client that contacts no server: `ready` if it is offline by choice, otherwise `error`. */
const reportStandalone = (
  { settings, events }: ClientRuntime,
  updates: Updates,
  reason: string,
  checkContract: ContractCheck,
): void => {
  if (reason === 'offline') updates.setState('ready', reason)
  else {
    updates.setState('error', reason)
    if (!inTest()) events.say(reason)
  }
  checkContract(settings.bootstrap?.flags ?? null)
}
