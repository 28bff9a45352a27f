import { builtAt } from '../built-at.ts'
import { payloadKey } from '../features/access/keys/payload-key.ts'
import { upsertReaderFormat } from '../features/usage/reader-queries.ts'
import { Providers } from '../platform/auth/sso/providers.ts'
import { publishing } from '../platform/db/pools.ts'
import { Drain } from '../platform/http/drain.ts'
import { KeyedSemaphore } from '../platform/http/keyed-semaphore.ts'
import { createMetrics } from '../platform/http/metrics.ts'
import { Proxies } from '../platform/http/proxies.ts'
import { createLimiters } from '../platform/http/rate-limiter.ts'
import { serverReadiness } from '../platform/http/readiness.ts'
import type { Services } from '../platform/http/services.ts'
import { storedNotes } from '../platform/http/stored-notes.ts'
import { storedRelayed } from '../platform/http/stored-relayed.ts'
import { setUpToken } from '../platform/kernel/set-up-token.ts'
import { OverBudgetCounts } from '../platform/live/over-budget.ts'
import type { RevisionLogTail } from '../platform/live/tail.ts'
import { VendorFormatReaders } from '../platform/live/vendor-format-readers.ts'
import { smtpMail } from '../platform/mail/smtp.ts'
import { UploadReader } from '../platform/threads/uploads/upload-reader.ts'
import type { Live } from './live.ts'
import type { Storage } from './storage.ts'
import type { Usage } from './usage.ts'

/** Maximum time that a change waits for its turn in its project, and maximum number of waiting changes. */
const longestTurnMs = 5_000
const longestLine = 200

/** Creates what requests are answered with. */
export function createServices(
  storage: Storage,
  live: Live,
  usage: Usage,
  tail: RevisionLogTail,
  publicUrl: () => string,
): Services {
  const { config, log, pools, clock, now, kept, vault, newId, newSecret } = storage
  const { hub, states, ring, feed, lastHour } = live
  const { intake, reports, counts, requestExposures, failedSignIns, agentCalls, builds } = usage
  const overBudget = new OverBudgetCounts(log)
  return {
    config,
    db: pools.read,
    measure: storage.eventStore.store,
    pools,
    uploads: new UploadReader(),
    turns: new KeyedSemaphore(Math.max(1, Math.floor(publishing(config.databasePool) / 2)), longestTurnMs, longestLine),
    hub,
    states,
    sign: storage.sign,
    tail,
    log,
    revisions: feed,
    keyHolder: (text) => ring.holder(text),
    publicKeyHolder: (id, kind) => ring.publicHolder(id, kind),
    readers: new VendorFormatReaders(now, (environmentId, format, at) => {
      upsertReaderFormat(pools.worker, environmentId, format, at).catch((error: unknown) =>
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
    drain: new Drain(),
    metrics: createMetrics(hub, tail, overBudget, lastHour, clock),
    providers: new Providers(config),
    vault,
    mail: config.smtpUrl ? smtpMail(() => config.smtpUrl ?? '', config.mailFrom) : null,
    now,
    clock,
    newId,
    newSecret,
    publicUrl,
    setUpToken: config.guardsSetUp ? setUpToken(config.secretPrevious ?? config.secret) : null,
    webRoot: builtAt('web'),
    docsRoot: builtAt('docs'),
  }
}
