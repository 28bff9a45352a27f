import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { limits } from '../shared/limits.ts'
import { builtAt } from './built-at.ts'
import type { Config } from './config.ts'
import { payloadKey } from './features/access/keys/payload-key.ts'
import { findBuild, putPrograms } from './features/builds/queries.ts'
import { seeBuild } from './features/builds/see-build.ts'
import { keepPackages } from './features/packages/keep-packages.ts'
import { readPackages } from './features/packages/read-packages.ts'
import { Intake } from './features/usage/intake.ts'
import { putReaderFormat } from './features/usage/reader-queries.ts'
import { RequestExposures } from './features/usage/request-exposures.ts'
import { keepTrying } from './keep-trying.ts'
import { createLog } from './log.ts'
import { KeyRing } from './platform/auth/key-ring.ts'
import { Providers } from './platform/auth/sso/providers.ts'
import { answers } from './platform/db/answers.ts'
import { DatabaseClock } from './platform/db/database-clock.ts'
import { isUnavailable } from './platform/db/failure.ts'
import { DatabaseOutage } from './platform/db/outage.ts'
import { Pools, publishing } from './platform/db/pools.ts'
import { openStore } from './platform/event-store/open-store.ts'
import { buildApp } from './platform/http/app.ts'
import { closeAnswered } from './platform/http/close-answered.ts'
import { Drain } from './platform/http/drain.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { Proxies } from './platform/http/proxies.ts'
import { createLimiters } from './platform/http/rate-limiter.ts'
import { serverReadiness } from './platform/http/readiness.ts'
import type { Services } from './platform/http/services.ts'
import { storedNotes } from './platform/http/stored-notes.ts'
import { storedRelayed } from './platform/http/stored-relayed.ts'
import { storedReports } from './platform/http/stored-reports.ts'
import { Turns } from './platform/http/turns.ts'
import { argon2 } from './platform/kernel/argon2.ts'
import { InstallationKeys } from './platform/kernel/installation-keys.ts'
import { setUpToken } from './platform/kernel/set-up-token.ts'
import { Hub } from './platform/live/hub.ts'
import { LastHour } from './platform/live/last-hour.ts'
import { OverBudget } from './platform/live/over-budget.ts'
import { Readers } from './platform/live/readers.ts'
import { RevisionFeed } from './platform/live/revision-feed.ts'
import { SeenBuilds } from './platform/live/seen-builds.ts'
import { States } from './platform/live/states.ts'
import { Tail } from './platform/live/tail.ts'
import { smtpMail } from './platform/mail/smtp.ts'
import { KeptState } from './platform/snapshot-cache/kept-state.ts'
import { followRotation, keepRootIn, keptRootIn } from './platform/snapshot-cache/root-key.ts'
import { UploadReader } from './platform/threads/uploads/upload-reader.ts'
import { AgentCallCounts } from './platform/workers/agent-call-counts.ts'
import { Counts } from './platform/workers/counts.ts'
import { endDeadKeys } from './platform/workers/end-dead-keys.ts'
import { FailedSignInCounts } from './platform/workers/failed-sign-ins.ts'
import { KeepState } from './platform/workers/keep-state.ts'
import { systemCtx } from './platform/workers/system-ctx.ts'
import { startWorkers } from './platform/workers/workers.ts'
import { ownFolder, prepareDatabase } from './prepare-database.ts'
import { awayAtStart, refuseEarly, refuseTakenPort, refuseUnfit, refuseUnreachable } from './refuse-start.ts'
import { ReloadableSettings } from './reloadable-settings.ts'

export type Server = {
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
  const { log } = outage
  const settings = new ReloadableSettings(given, reread, log)
  const { config } = settings
  const address = settings.address('databaseUrl', databaseUrl)
  const copy = { url: config.databaseReadUrl === undefined ? undefined : settings.address('databaseReadUrl'), log }
  const onIdleError = (error: Error) => {
    outage.failed(error)
    log.warn({ error: error.message }, 'an idle database connection broke')
  }
  const pools = new Pools(address, config.databasePool, onIdleError, copy, outage)
  const clock = new DatabaseClock(log)
  const { now } = clock
  const kept = new KeptState(config.dataDir, log)
  const secrets = { secret: config.secret, previous: config.secretPrevious }
  const keys = new InstallationKeys(secrets, config.signingKey, keptRootIn(config.dataDir))
  const { sign, vault } = keys
  const hub = new Hub(config.streamMaxAgeMs)
  const states = new States(pools.read, hub, log, kept, sign)
  const keeping = new KeepState({ db: pools.worker, states, kept, log, now })
  const feed = new RevisionFeed()
  const lastHour = new LastHour(Date.now, () => hub.size)
  const ring = new KeyRing(pools.door, kept, () => keeping.keysChanged(), { now })
  const newId = uuidv7
  const newSecret = (size: number) => randomBytes(size).toString('base64url')
  const measured = await openStore(config.measureUrl)
  const { store: measure } = measured
  const intake = new Intake(pools.telemetry, measure, vault, now)
  const reports = storedReports({ db: pools.telemetry, now }, intake, states)
  const counts = new Counts((environmentId, rows) => reports.counts({ environmentId, kind: 'server' }, rows), log)
  const requestExposures = new RequestExposures(intake, now, () => randomUUID(), log)
  const failedSignIns = new FailedSignInCounts(systemCtx({ db: pools.worker, log, now, newId, newSecret }))
  const agentCalls = new AgentCallCounts(systemCtx({ db: pools.worker, log, now, newId, newSecret }))
  const overBudget = new OverBudget(log)
  const drain = new Drain()
  const tail = new Tail({
    db: pools.tail,
    url: address,
    log,
    onRevision: (revision) => {
      states.advance(revision)
      lastHour.told(revision.publishedAt)
      pools.replica?.wrote(revision.project)
      keeping.changed(revision.environmentId)
      feed.publish(revision)
    },
    onKeyRevoked: (keyId) => {
      ring.forget(keyId)
      keeping.keysChanged()
      hub.revoke(keyId)
    },
    onRead: () => states.forgetKept(),
    onListening: () => {
      endKeys()
      intake.forget()
    },
    onDelivery: () => workers?.wakeWebhooks(),
    onAccess: () => feed.recheck(),
    onChange: (told) => feed.changed(told),
    onPresence: (told) => feed.present(told),
    onMeasure: (id) => intake.forget(id),
  })
  const endKeys = () => {
    endDeadKeys(pools.worker, hub, now()).then(
      (ids) => ids.forEach((id) => ring.forget(id)),
      (error: unknown) => log.warn({ error: String(error) }, 'keys cannot be looked up now; the next time is soon'),
    )
  }
  const keyWatch = setInterval(endKeys, limits.streamHeartbeatMs).unref()
  const server = newId()
  const builds = new SeenBuilds(now, {
    isKnown: async (build) => (await findBuild(pools.read, build)) !== undefined,
    see: (build, at) => seeBuild(pools.telemetry, build, at),
    tell: (programs, at) => putPrograms(pools.telemetry, server, at, programs),
    fault: (error) => log.warn({ error: String(error) }, 'which builds run cannot be written down now'),
  })
  let url = config.publicUrl ?? `http://${config.host}:${config.port}`
  const services: Services = {
    config,
    db: pools.read,
    measure,
    pools,
    uploads: new UploadReader(),
    turns: new Turns(Math.max(1, Math.floor(publishing(config.databasePool) / 2)), longestTurnMs, longestLine),
    hub,
    states,
    sign,
    tail,
    log,
    revisions: feed,
    keyHolder: (text) => ring.holder(text),
    publicKeyHolder: (id, kind) => ring.publicHolder(id, kind),
    readers: new Readers(now, (environmentId, format, at) => {
      putReaderFormat(pools.worker, environmentId, format, at).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'who reads an environment cannot be written down now'),
      )
    }),
    builds,
    refuseDeadKey: (keyId, environmentId) => ring.refuseDead(keyId, environmentId),
    counted: (environmentId, outcome) => counts.hit(environmentId, outcome),
    intake,
    reports,
    notes: storedNotes({ db: pools.read, now, newId, newSecret, log }),
    relayed: storedRelayed({ keys: pools.door, programs: pools.telemetry, builds, now }),
    payloadKey: (keyId) => payloadKey(vault, keyId).toString('base64'),
    ...serverReadiness({ pools, tail, log, kept, states }),
    exposed: (environmentId, outcome, context) => requestExposures.note(environmentId, outcome, context),
    proxies: new Proxies(config.trustProxy),
    overBudget,
    failedSignIns,
    agentCalls,
    gates: createLimiters(config),
    drain,
    metrics: createMetrics(hub, tail, overBudget, lastHour, clock),
    providers: new Providers(config),
    vault,
    mail: config.smtpUrl ? smtpMail(() => config.smtpUrl ?? '', config.mailFrom) : null,
    now,
    clock,
    newId,
    newSecret,
    publicUrl: () => url,
    setUpToken: config.guardsSetUp ? setUpToken(config.secretPrevious ?? config.secret) : null,
    webRoot: builtAt('web'),
    docsRoot: builtAt('docs'),
  }
  let workers: ReturnType<typeof startWorkers> | undefined
  const close = async () => {
    drain.announce()
    if (app) await wait(config.drainMs)
    drain.go()
    hub.close()
    feed.close()
    // Proxies that detect failures passively see one before the server stops listening.
    if (app) await wait(Math.min(config.drainMs, goneMs))
    await services.uploads.close()
    await flagd?.close()
    await workers?.close()
    clearInterval(keyWatch)
    stopFollowing()
    clock.close()
    lastHour.close()
    if (app) await closeAnswered(app, Math.max(config.drainMs, leastPatienceMs))
    stopTrying.abort()
    await reaching
    if (reached) await requestExposures.flush()
    if (reached) await counts.close()
    await builds.close()
    if (reached) await failedSignIns.close()
    if (reached) await agentCalls.close()
    if (reached) await keeping.close()
    await tail.close()
    await measured.close()
    await pools.close()
  }
  let app: Awaited<ReturnType<typeof buildApp>> | undefined
  let flagd: { close: () => Promise<void> } | undefined
  let reached = false
  let reaching: Promise<void> | undefined
  let stopFollowing = () => undefined as void
  const stopTrying = new AbortController()
  /** Starts everything that needs the database. */
  const reach = async () => {
    const { secret, secretPrevious } = config
    const preparation = { url: address.url(), secret, secretPrevious, folder: ownFolder(config) }
    const secretState = await prepareDatabase(preparation, onIdleError)
    keys.follow(secretState)
    keepRootIn(config.dataDir, secretState.sealedRoot, log)
    pools.open()
    await clock.start(pools.worker)
    await refuseUnfit(measured, pools.worker, log)
    if (packages !== undefined) await keepPackages(pools.worker, log, readPackages(packages))
    await tail.start()
    if (reached || stopTrying.signal.aborted) return
    reached = true
    const { mail, publicUrl } = services
    const system = { ...systemCtx({ ...services, db: pools.worker }), vault, mail, publicUrl, measure }
    const grace = { ms: config.reportGraceMs, isOver: () => intake.takesReportsFor(config.reportGraceMs) }
    workers = startWorkers(system, feed, config, clock.mayTakeDueWork, grace)
    stopFollowing = followRotation(pools.worker, keys, { ...config, log })
    lastHour.start(() => answers(pools.read))
    counts.start()
    keeping.start()
    failedSignIns.start()
    agentCalls.start()
  }
  try {
    await refuseEarly(config, measured, log)
    await reach().catch((error: unknown) => {
      if (!isUnavailable(error) || !kept.any) refuseUnreachable(error)
      console.error(awayAtStart)
      reaching = keepTrying(reach, stopTrying.signal, outage)
    })
    app = await buildApp(services)
    const listening = await app.listen({ port: config.port, host: config.host, backlog }).catch(refuseTakenPort(config))
    if (config.publicUrl === undefined) url = listening
    if (config.flagdPort > 0)
      flagd = await (await import('./vendors/flagd/grpc/flagd.ts')).startFlagd(services, config.flagdPort)
  } catch (error) {
    await close()
    throw error
  }
  const restRamps = async () => (await workers?.restRamps()) ?? (() => undefined)
  return { url, services, restRamps, reload: () => settings.reload(), close }
}

/** Maximum time that a change waits for its turn in its project, and maximum number of waiting changes. */
const longestTurnMs = 5_000
const longestLine = 200

const [goneMs, leastPatienceMs] = [1_000, 2_000]

/** Connections waiting to be accepted: more than arrive in a second if ten thousand clients reconnect within four. */
const backlog = 4_096
