import type { Outcome } from '../../../shared/engine/outcome.ts'
import type { Context } from '../../../shared/schemas/context.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { Config } from '../../config.ts'
import type { Intake } from '../../features/usage/intake.ts'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'
import type { Providers } from '../auth/sso/providers.ts'
import type { DatabaseClock } from '../db/database-clock.ts'
import type { Db } from '../db/pool.ts'
import type { Pools } from '../db/pools.ts'
import type { EventStore } from '../event-store/store.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Log, Origin } from '../kernel/ctx.ts'
import type { Mail } from '../kernel/mail.ts'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { Vault } from '../kernel/vault.ts'
import type { EnvironmentStateCache } from '../live/environment-state-cache.ts'
import type { Hub } from '../live/hub.ts'
import type { OverBudgetCounts } from '../live/over-budget.ts'
import type { Revisions } from '../live/revision-feed.ts'
import type { SeenBuilds } from '../live/seen-builds.ts'
import type { RevisionLogTail } from '../live/tail.ts'
import type { VendorFormatReaders } from '../live/vendor-format-readers.ts'
import type { UploadReader } from '../threads/uploads/upload-reader.ts'
import type { Drain } from './drain.ts'
import type { KeyedSemaphore } from './keyed-semaphore.ts'
import type { Metrics } from './metrics.ts'
import type { ProgramNotes } from './notes.ts'
import type { Proxies } from './proxies.ts'
import type { Limiters } from './rate-limiter.ts'
import type { RelayedPrograms } from './relayed-programs.ts'
import type { ReportReceiver } from './reports.ts'

/** Whether a process is ready, and the facts that decided it. */
export type Readiness = { readonly ready: boolean } & Readonly<Record<string, unknown>>

/** The current state of environments in memory, by id. */
type EnvironmentStates = Pick<EnvironmentStateCache, 'get' | 'isBehind'>

/** Dependencies of the SDK routes: a server implements them with its database, a relay with its upstream. */
export type ProgramServices = {
  readonly config: Pick<Config, 'secret' | 'secretPrevious' | 'logLevel' | 'metricsToken' | 'publicUrl' | 'trustProxy'>
  readonly hub: Hub
  readonly states: EnvironmentStates
  readonly log: Log
  /** Signs a datafile. A relay returns the signature from its upstream, if there is one. */
  readonly sign: (datafile: Datafile) => string | undefined
  /** Returns the environment of an SDK key. Cached for a few seconds, and while the database or upstream is down. */
  readonly keyHolder: (text: string | undefined) => MaybePromise<SdkKeyHolder>
  /** Returns the environment of a key by its public id. Default: a client key. */
  readonly publicKeyHolder: (id: string, kind?: SdkKeyHolder['kind']) => MaybePromise<SdkKeyHolder>
  /** Answers relays on behalf of their SDKs. */
  readonly relayed: RelayedPrograms
  /** Returns the encryption key, in base64, of payloads for a server key's public id. */
  readonly payloadKey: (keyId: string) => string
  /** Records use of other vendors' formats. */
  readonly readers: Pick<VendorFormatReaders, 'note'>
  /** Records which builds are running. */
  readonly builds: Pick<SeenBuilds, 'note' | 'remember' | 'open'>
  /** Throws if a key was revoked or has expired. */
  readonly refuseDeadKey: (keyId: string, environmentId: string) => Promise<void>
  /** Counts an evaluation over HTTP. */
  readonly counted: (environmentId: string, outcome: Outcome) => void
  /** Records an exposure from an evaluation over HTTP. */
  readonly exposed: (environmentId: string, outcome: Outcome, context: Context) => void
  /** Receives reports from SDKs. */
  readonly reports: ReportReceiver
  readonly notes: ProgramNotes
  /** Determines the client address of a request. */
  readonly proxies: Proxies
  /** Records evaluations that exceed the step budget. */
  readonly overBudget: OverBudgetCounts
  readonly gates: Limiters
  readonly drain: Drain
  readonly metrics: Metrics
  /** Whether it can serve evaluations, from memory or disk. */
  readonly readiness: () => Readiness
  /** Whether it can accept changes. Undefined for a relay, which accepts none. */
  readonly changesReadiness?: (() => Promise<Readiness>) | undefined
  readonly now: () => Date
  readonly newId: () => string
  /** The URL that users and applications use. Known only after the server listens. */
  readonly publicUrl: () => string
}

/** Dependencies of a server's routes. Created once, in the composition root. */
export type Services = ProgramServices & {
  /** The database's time, and this machine's difference from it. */
  readonly clock: Pick<DatabaseClock, 'aheadMs'>
  readonly config: Config
  /** For read-only queries. */
  readonly db: Db
  readonly pools: Pools
  /** Stores events and exposures. */
  readonly measure: EventStore
  /** Parses uploads in a worker thread. */
  readonly uploads: UploadReader
  /** Serializes the changes of each project. */
  readonly turns: KeyedSemaphore
  readonly states: EnvironmentStateCache
  readonly tail: RevisionLogTail
  readonly revisions: Revisions
  readonly readers: VendorFormatReaders
  readonly builds: SeenBuilds
  /** Receives events and exposures. */
  readonly intake: Intake
  /** Aggregates failed sign-ins for the audit log. */
  readonly failedSignIns: { note: (account: string | null, address: string) => void; tell: () => Promise<void> }
  /** Aggregates calls of agents for the audit log. */
  readonly agentCalls: {
    note: (call: { actor: Actor; origin: Origin; project: string | null; tool: string }) => void
    tell: () => Promise<void>
  }
  readonly providers: Providers
  readonly vault: Vault
  /** Sends emails. Null without a mail server. */
  readonly mail: Mail | null
  readonly newSecret: (size: number) => string
  /** The token required for the first visit. Null if only this machine can reach the server. */
  readonly setUpToken: string | null
  /** Folder of the built web UI. */
  readonly webRoot: string | undefined
  /** Folder of the built documentation. */
  readonly docsRoot: string | undefined
}
