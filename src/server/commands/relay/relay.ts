import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../config.ts'
import { keyHash } from '../../features/access/keys/key-hash.ts'
import { RequestExposures } from '../../features/usage/request-exposures.ts'
import { createLog } from '../../log.ts'
import { closeAnswered } from '../../platform/http/close-answered.ts'
import { Drain } from '../../platform/http/drain.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { Proxies } from '../../platform/http/proxies.ts'
import { createLimiters } from '../../platform/http/rate-limiter.ts'
import { buildRelayApp } from '../../platform/http/relay-app.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import { Hub } from '../../platform/live/hub.ts'
import { OverBudgetCounts } from '../../platform/live/over-budget.ts'
import { SeenBuilds } from '../../platform/live/seen-builds.ts'
import { SnapshotCache } from '../../platform/snapshot-cache/snapshot-cache.ts'
import { CountBuffer } from '../../platform/workers/count-buffer.ts'
import { refuseTakenPort } from '../../refuse-start.ts'
import { StartError } from '../../start-error.ts'
import { ownFolder } from './own-folder.ts'
import { RelayKeys } from './relay-keys.ts'
import { relayMetrics } from './relay-metrics.ts'
import { relayNotes } from './relay-notes.ts'
import { RelayReports } from './relay-reports.ts'
import { RelayStates } from './relay-states.ts'
import { StoredRelayKeys } from './stored-relay-keys.ts'
import { UpstreamConnection } from './upstream-connection.ts'
import { UpstreamConnections } from './upstream-connections.ts'
import { upstreamsOf } from './upstreams.ts'

export type Relay = {
  /** The URL for SDKs. */
  readonly url: string
  /** Announces the shutdown, asks SDKs to reconnect elsewhere, stores queued reports on disk, and closes everything. */
  readonly close: () => Promise<void>
}

/** How long to wait at startup for an upstream before the state from disk is served. */
const firstAnswerMs = 5_000
const backlog = 4_096
const leastPatienceMs = 2_000
const goneMs = 1_000

/**
 * Serves SDKs from memory, for the environments that the configured keys give access to at the upstream: a server or
 * another relay. Throws a StartError that says what to do.
 */
export async function startRelay(config: Config): Promise<Relay> {
  const { relayKeys } = config
  const log = createLog(config.logLevel)
  const now = () => new Date()
  const relay = randomUUID()
  const folder = path.join(config.dataDir, 'relay')
  const stop = new AbortController()
  const upstreams = await upstreamsOf(config, stop.signal, log)
  const leaveFolder = await ownFolder(folder)
  const kept = new SnapshotCache(folder, log)
  const keptKeys = new StoredRelayKeys(folder, now, log)
  const hub = new Hub(config.streamMaxAgeMs)
  const states = new RelayStates(hub, async (id) => (await links.ask(links.of(id), {})).revision)
  const overBudget = new OverBudgetCounts(log)
  const drain = new Drain()

  const telling = new RelayReports(
    (id) => {
      const link = links.of(id)
      return { pass: (...passed) => link.upstream.pass(...passed), waiting: link.waiting }
    },
    relay,
    now,
    log,
  )
  const { reports } = telling
  const counts = new CountBuffer((environmentId, rows) => reports.counts({ environmentId, kind: 'server' }, rows), log)
  const requestExposures = new RequestExposures({ record: reports.events }, now, randomUUID, log)
  let keysChanged = false
  const keys: RelayKeys = new RelayKeys({
    ask: (names) => links.find(names),
    hasStream: (keyId) => hub.keyIds().includes(keyId),
    onGone: (keyId) => hub.revoke(keyId),
    onChange: () => {
      keysChanged = true
    },
    now,
  })
  const all = upstreams.map(
    (upstream) =>
      new UpstreamConnection({
        upstream,
        ...{ states, kept, log, now, folder },
        signal: stop.signal,
        send: (id, waited) => telling.send(id, waited),
        onPlace: () => {
          keysChanged = true
        },
        onRefused: (place) =>
          keys.end(keys.all().flatMap((one) => (one.environmentId === place?.environmentId ? [one.name] : []))),
      }),
  )
  const links = new UpstreamConnections(all, relay, log)
  const builds = new SeenBuilds(now, {
    isKnown: async ({ environmentId, digest }) => {
      const { unknownBuilds } = await links.ask(links.of(environmentId), { builds: [{ digest, programs: 0 }] })
      return !unknownBuilds.includes(digest)
    },
    // The query in `isKnown` already reported the build.
    see: async () => true,
    tell: async (programs) => {
      for (const { environmentId, digest, programs: count } of programs)
        await links.ask(links.of(environmentId), { builds: [{ digest, programs: count }] })
    },
    fault: (error) => log.warn({ error: String(error) }, 'running builds cannot be reported to the upstream now'),
  })
  const source = {
    get revisions() {
      return states.revisions
    },
    get caughtUpAt() {
      const heard = all.map((link) => link.heardAt()?.getTime() ?? 0)
      return new Date(Math.min(...heard))
    },
  }
  let url = config.publicUrl ?? `http://${config.host}:${config.port}`
  const metrics = createMetrics(hub, source, overBudget)
  relayMetrics(metrics.registry, all)
  const services: ProgramServices = {
    config,
    ...{ hub, states, log, reports, overBudget, drain, metrics, builds, now },
    sign: ({ signature }) => signature,
    keyHolder: (text) => keys.holder(text),
    publicKeyHolder: (id, kind) => keys.publicHolder(id, kind),
    refuseDeadKey: (keyId, environmentId) => keys.refuseDead(keyId, environmentId),
    relayed: {
      keys: (environmentId, names) => keys.named(environmentId, names),
      builds: async (environmentId, behind, told) =>
        (await links.ask(links.of(environmentId), { relay: behind, builds: told })).unknownBuilds,
    },
    payloadKey: () => {
      throw new Error('a relay has no key of payloads')
    },
    // Readers are recorded by the server, which has the database.
    readers: { note: () => undefined },
    counted: (environmentId, outcome) => counts.hit(environmentId, outcome),
    exposed: (environmentId, outcome, context) => requestExposures.note(environmentId, outcome, context),
    notes: relayNotes((id) => links.of(id).upstream),
    proxies: new Proxies(config.trustProxy),
    gates: createLimiters(config),
    readiness: () => ({
      ready: all.some(({ place }) => place !== undefined && states.datafile(place.environmentId) !== undefined),
      environments: all.map(({ place, isInTouch, isRefused }) => ({
        environment: place === undefined ? null : `${place.project}/${place.environment}`,
        revision: place === undefined ? null : (states.datafile(place.environmentId)?.revision ?? null),
        inTouch: isInTouch,
        refused: isRefused,
      })),
    }),
    newId: uuidv7,
    publicUrl: () => url,
  }
  const keepKeys = async () => {
    if (!keysChanged && performance.now() - keptMs < everyMs) return
    keysChanged = false
    keptMs = performance.now()
    await keptKeys.write([...keys.all()])
  }
  let keptMs = 0
  let app: Awaited<ReturnType<typeof buildRelayApp>> | undefined
  const close = async () => {
    drain.announce()
    if (app) await wait(config.drainMs)
    drain.go()
    hub.close()
    if (app) await wait(Math.min(config.drainMs, goneMs))
    if (app) await closeAnswered(app, Math.max(config.drainMs, leastPatienceMs))
    await requestExposures.flush()
    await Promise.all([counts.close(), telling.close()])
    stop.abort()
    await builds.close()
    await links.close()
    await keepKeys().catch((error: unknown) => log.warn({ error: String(error) }, 'the keys cannot be kept on disk'))
    await leaveFolder()
  }
  try {
    keys.confirm(await keptKeys.read())
    await beginFromDisk(all, relayKeys, keys)
    await Promise.race([
      links.find(relayKeys.map(nameOf)).then(({ found }) => keys.confirm(found)),
      wait(firstAnswerMs),
    ])
    if (all.every(({ isRefused }) => isRefused))
      throw new StartError(
        `${config.upstream} rejects every key of this relay. Create server keys there, and pass them.`,
      )
    app = await buildRelayApp(services)
    const listening = await app.listen({ port: config.port, host: config.host, backlog }).catch(refuseTakenPort(config))
    if (config.publicUrl === undefined) url = listening
    counts.start()
    links.start(keys, keepKeys)
  } catch (error) {
    await close()
    throw error
  }
  return { url, close }
}

const everyMs = 60_000
const nameOf = (key: string): string => keyHash(key).toString('hex')

/** Serves the stored state of every link whose key was recently confirmed, until its upstream responds. */
async function beginFromDisk(
  all: readonly UpstreamConnection[],
  relayKeys: readonly string[],
  keys: RelayKeys,
): Promise<void> {
  keys.endOld()
  const known = new Map(keys.all().map((key) => [key.name, key]))
  await Promise.all(
    all.map(async (link, at) => {
      const key = known.get(nameOf(relayKeys[at] ?? ''))
      if (key) await link.begin(key)
    }),
  )
}
