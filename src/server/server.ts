import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../shared/limits.ts'
import { builtAt } from './built-at.ts'
import { createLive, type Live } from './composition/live.ts'
import { createTail } from './composition/log-tail.ts'
import { type Part, Parts } from './composition/parts.ts'
import { createServices } from './composition/services.ts'
import { createStorage, type Storage } from './composition/storage.ts'
import { createUsage, type Usage } from './composition/usage.ts'
import type { Config } from './config.ts'
import { connectUntilStopped } from './connect-until-stopped.ts'
import { readPackages } from './features/packages/read-packages.ts'
import { storePackages } from './features/packages/store-packages.ts'
import { createLog } from './log.ts'
import { isUnavailable } from './platform/db/failure.ts'
import { DatabaseOutage } from './platform/db/outage.ts'
import { pingDatabase } from './platform/db/ping-database.ts'
import { buildApp } from './platform/http/app.ts'
import { closeAnswered } from './platform/http/close-answered.ts'
import type { Services } from './platform/http/services.ts'
import { argon2 } from './platform/kernel/argon2.ts'
import { followRotation, storeRoot } from './platform/snapshot-cache/root-key.ts'
import { systemCtx } from './platform/workers/system-ctx.ts'
import { startWorkers } from './platform/workers/workers.ts'
import { ownFolder, prepareDatabase } from './prepare-database.ts'
import {
  databaseAwayNotice,
  refuseEarly,
  refuseTakenPort,
  refuseUnreachable,
  requireUsableEventStore,
} from './refuse-start.ts'
import { ReloadableSettings } from './reloadable-settings.ts'

export type Server = {
  /** The URL to open. */
  url: string
  services: Services
  /** Pauses this server's ramps until the returned function is called. */
  restRamps: () => Promise<() => void>
  /** Reads secrets from their files again. */
  reload: () => void
  /**
   * Announces the shutdown, asks SDKs to reconnect elsewhere, completes requests in progress, and closes everything.
   */
  close: () => Promise<void>
}

/** What exists only once the server has got so far. */
type Running = {
  /** The URL to open. */
  url: string
  app?: Awaited<ReturnType<typeof buildApp>>
  flagd?: { readonly close: () => Promise<void> }
  workers?: ReturnType<typeof startWorkers>
  /** Connects to the database in the background, if it was away at the start. */
  connecting?: Promise<void>
}

/** The parts that the server was built from, for its start and its shutdown. */
type Composition = {
  readonly storage: Storage
  readonly live: Live
  readonly usage: Usage
  readonly services: Services
  readonly running: Running
  /** Aborted at the shutdown: the database is not tried any more. */
  readonly closing: AbortController
}

/**
 * Builds everything on a database and listens. `packages` is the folder of bundled packages such as the SDK; `reread`
 * reads the settings again. Throws a StartError that tells the operator what to do.
 */
export async function startServer(
  given: Config,
  databaseUrl: string,
  packages: string | undefined = builtAt('packages'),
  reread: () => Config = () => given,
): Promise<Server> {
  await argon2()
  const outage = new DatabaseOutage(createLog(given.logLevel))
  const settings = new ReloadableSettings(given, reread, outage.log)
  const { config } = settings
  const running: Running = { url: config.publicUrl ?? `http://${config.host}:${config.port}` }
  const storage = await createStorage(settings, databaseUrl, outage)
  const live = createLive(storage)
  const usage = createUsage(storage, live)
  const tail = createTail(storage, live, usage.intake, () => running.workers?.wakeWebhooks())
  const services = createServices(storage, live, usage, tail, () => running.url)
  const composition = { storage, live, usage, services, running, closing: new AbortController() }
  const parts = new Parts(partsOf(composition))
  const connect = async () => {
    await openDatabase(composition, packages)
    if (!composition.closing.signal.aborted) await parts.start()
  }
  try {
    await refuseEarly(config, storage.eventStore, outage.log)
    await connect().catch((error: unknown) => {
      if (!isUnavailable(error) || !storage.kept.any) refuseUnreachable(error)
      console.error(databaseAwayNotice)
      running.connecting = connectUntilStopped(connect, composition.closing.signal, outage)
    })
    await listen(composition)
  } catch (error) {
    await parts.stop()
    throw error
  }
  const restRamps = async () => (await running.workers?.restRamps()) ?? (() => undefined)
  return { url: running.url, services, restRamps, reload: () => settings.reload(), close: () => parts.stop() }
}

/** Brings the database to the current schema and connects to it. Repeated until it succeeds. */
async function openDatabase({ storage, services }: Composition, packages: string | undefined): Promise<void> {
  const { config, log, address, onIdleError, pools, keys, clock, eventStore } = storage
  const { secret, secretPrevious } = config
  const preparation = { url: address.url(), secret, secretPrevious, folder: ownFolder(config) }
  const secretState = await prepareDatabase(preparation, onIdleError)
  keys.follow(secretState)
  storeRoot(config.dataDir, secretState.sealedRoot, log)
  pools.open()
  await clock.start(pools.worker)
  await requireUsableEventStore(eventStore, pools.worker, log)
  if (packages !== undefined) await storePackages(pools.worker, log, readPackages(packages))
  await services.tail.start()
}

/** Every part with a start or a stop, in the order of the start. The shutdown is the reverse. */
function partsOf(composition: Composition): Part[] {
  const { storage, live, usage, services, running, closing } = composition
  const { config, log, pools, clock, keys, eventStore } = storage
  const { keeping, lastHour, endKeys } = live
  const { counts, requestExposures, failedSignIns, agentCalls, builds } = usage
  const keyWatch = setInterval(endKeys, limits.streamHeartbeatMs).unref()
  let stopFollowing = () => undefined as void
  return [
    { name: 'database pools', stop: () => pools.close() },
    { name: 'event store', stop: () => eventStore.close() },
    { name: 'log tail', stop: () => services.tail.close() },
    { name: 'snapshot', start: () => keeping.start(), stop: () => keeping.close() },
    { name: 'agent call counts', start: () => agentCalls.start(), stop: () => agentCalls.close() },
    { name: 'failed sign-ins', start: () => failedSignIns.start(), stop: () => failedSignIns.close() },
    { name: 'seen builds', stop: () => builds.close() },
    { name: 'evaluation counts', start: () => counts.start(), stop: () => counts.close() },
    { name: 'request exposures', start: () => undefined, stop: () => requestExposures.flush() },
    {
      name: 'database connection',
      stop: async () => {
        closing.abort()
        await running.connecting
      },
    },
    {
      name: 'HTTP server',
      stop: () => running.app && closeAnswered(running.app, Math.max(config.drainMs, leastPatienceMs)),
    },
    { name: 'last hour', start: () => lastHour.start(() => pingDatabase(pools.read)), stop: () => lastHour.close() },
    { name: 'database clock', stop: () => clock.close() },
    {
      name: 'secret rotation',
      start: () => {
        stopFollowing = followRotation(pools.worker, keys, { ...config, log })
      },
      stop: () => stopFollowing(),
    },
    { name: 'revoked keys', stop: () => clearInterval(keyWatch) },
    {
      name: 'workers',
      start: () => {
        running.workers = startWorkersOf(composition)
      },
      stop: () => running.workers?.close(),
    },
    { name: 'flagd', stop: () => running.flagd?.close() },
    { name: 'uploads', stop: () => services.uploads.close() },
    { name: 'streams and readiness', stop: () => drain(composition) },
  ]
}

function startWorkersOf({ storage, live, usage, services }: Composition) {
  const { config, pools, clock, vault } = storage
  const { mail, publicUrl, measure } = services
  const system = { ...systemCtx({ ...services, db: pools.worker }), vault, mail, publicUrl, measure }
  const isOver = () => usage.intake.takesReportsFor(config.reportGraceMs)
  const grace = { ms: config.reportGraceMs, isOver }
  return startWorkers(system, live.feed, config, clock.mayTakeDueWork, grace)
}

async function listen({ storage, services, running }: Composition): Promise<void> {
  const { config } = storage
  running.app = await buildApp(services)
  const { port, host } = config
  const listening = await running.app.listen({ port, host, backlog }).catch(refuseTakenPort(config))
  if (config.publicUrl === undefined) running.url = listening
  // gRPC is loaded only if it is used.
  if (config.flagdPort > 0)
    running.flagd = await (await import('./vendors/flagd/grpc/flagd.ts')).startFlagd(services, config.flagdPort)
}

/** Announces the shutdown to proxies and SDKs, and ends the streams once they had time to notice. */
async function drain({ storage, live, services, running }: Composition): Promise<void> {
  const { drainMs } = storage.config
  services.drain.announce()
  if (running.app) await wait(drainMs)
  services.drain.go()
  live.hub.close()
  live.feed.close()
  // Proxies that detect failures passively see one before the server stops listening.
  if (running.app) await wait(Math.min(drainMs, goneMs))
}

const goneMs = 1_000
const leastPatienceMs = 2_000

/** Connections waiting to be accepted: more than arrive in a second if ten thousand clients reconnect within four. */
const backlog = 4_096
