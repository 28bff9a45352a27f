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
import type { MeasureStore } from '../event-store/store.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Log, Origin } from '../kernel/ctx.ts'
import type { Mail } from '../kernel/mail.ts'
import type { Soon } from '../kernel/soon.ts'
import type { Vault } from '../kernel/vault.ts'
import type { Hub } from '../live/hub.ts'
import type { OverBudget } from '../live/over-budget.ts'
import type { Readers } from '../live/readers.ts'
import type { Revisions } from '../live/revision-feed.ts'
import type { SeenBuilds } from '../live/seen-builds.ts'
import type { States } from '../live/states.ts'
import type { Tail } from '../live/tail.ts'
import type { UploadReader } from '../threads/uploads/upload-reader.ts'
import type { Drain } from './drain.ts'
import type { Metrics } from './metrics.ts'
import type { ProgramNotes } from './notes.ts'
import type { Proxies } from './proxies.ts'
import type { Limiters } from './rate-limiter.ts'
import type { RelayedPrograms } from './relayed-programs.ts'
import type { Reports } from './reports.ts'
import type { Turns } from './turns.ts'

/** Whether a process is ready, and the facts that decided it. */
export type Readiness = { readonly ready: boolean } & Readonly<Record<string, unknown>>

/** The environments by their ids, as they stand in memory. */
type EnvironmentStates = Pick<States, 'get' | 'isBehind'>

/** What programs are served from: by a server, which has the database, and by a relay, which has an upstream. */
export type ProgramServices = {
  readonly config: Pick<Config, 'secret' | 'secretPrevious' | 'logLevel' | 'metricsToken' | 'publicUrl' | 'trustProxy'>
  readonly hub: Hub
  readonly states: EnvironmentStates
  readonly log: Log
  /** Signs a datafile; a relay has the signature of its upstream, where that gave one. */
  readonly sign: (datafile: Datafile) => string | undefined
  /** The environment an SDK key opens; from memory for a few seconds, and while what it is asked of is away. */
  readonly keyHolder: (text: string | undefined) => Soon<SdkKeyHolder>
  /** The environment that a key opens, by its public id: by default that of a client key. */
  readonly publicKeyHolder: (id: string, kind?: SdkKeyHolder['kind']) => Soon<SdkKeyHolder>
  /** What relays ask for the programs behind them. */
  readonly relayed: RelayedPrograms
  /** What the payloads that a server key's public id names are encrypted with, in base64. */
  readonly payloadKey: (keyId: string) => string
  /** Who reads an environment in another system's format. */
  readonly readers: Pick<Readers, 'note'>
  /** Which builds of programs run. */
  readonly builds: Pick<SeenBuilds, 'note' | 'remember' | 'open'>
  /** Refuses a key that was revoked or has expired, by its id and environment. */
  readonly refuseDeadKey: (keyId: string, environmentId: string) => Promise<void>
  /** Counts an answer that was given by request. */
  readonly counted: (environmentId: string, outcome: Outcome) => void
  /** Notes that a unit was given an arm by request. */
  readonly exposed: (environmentId: string, outcome: Outcome, context: Context) => void
  /** Takes what programs tell. */
  readonly reports: Reports
  readonly notes: ProgramNotes
  /** Names the address that a request is from. */
  readonly proxies: Proxies
  /** Notes the answers of flags that take more than an evaluation may. */
  readonly overBudget: OverBudget
  readonly gates: Limiters
  readonly drain: Drain
  readonly metrics: Metrics
  /** Whether it can serve evaluations, from memory or disk. */
  readonly readiness: () => Readiness
  /** Whether it can accept changes; undefined for a relay, which accepts none. */
  readonly changesReadiness?: (() => Promise<Readiness>) | undefined
  readonly now: () => Date
  readonly newId: () => string
  /** The address people and programs use; known once it listens. */
  readonly publicUrl: () => string
}

/** What the transports of a server are built from; made once, in the composition root. */
export type Services = ProgramServices & {
  /** The database's time, and how far this machine's is from it. */
  readonly clock: Pick<DatabaseClock, 'aheadMs'>
  readonly config: Config
  /** For what is only read. */
  readonly db: Db
  readonly pools: Pools
  /** Where events and exposures lie. */
  readonly measure: MeasureStore
  /** Reads what was uploaded, in a thread of its own. */
  readonly uploads: UploadReader
  /** The changes of each project take turns. */
  readonly turns: Turns
  readonly states: States
  readonly tail: Tail
  readonly revisions: Revisions
  readonly readers: Readers
  readonly builds: SeenBuilds
  /** Takes what units were given and did. */
  readonly intake: Intake
  /** Adds up sign-ins that failed, for the audit trail. */
  readonly failedSignIns: { note: (account: string | null, address: string) => void; tell: () => Promise<void> }
  /** Adds up what agents ask, for the audit trail. */
  readonly agentCalls: {
    note: (call: { actor: Actor; origin: Origin; project: string | null; tool: string }) => void
    tell: () => Promise<void>
  }
  /** Single sign-on. */
  readonly providers: Providers
  readonly vault: Vault
  /** Sends letters; null without a mail server. */
  readonly mail: Mail | null
  readonly newSecret: (size: number) => string
  /** What the first visit must bring; null where only this machine gets there. */
  readonly setUpToken: string | null
  /** Folder of the built web UI. */
  readonly webRoot: string | undefined
  /** Folder of the built documentation. */
  readonly docsRoot: string | undefined
}
