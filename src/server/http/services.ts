import type { Outcome } from '../../shared/engine/outcome.ts'
import type { Context } from '../../shared/schemas/context.ts'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'
import type { Providers } from '../auth/sso/providers.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import type { Pools } from '../db/pools.ts'
import type { Intake } from '../domain/telemetry/intake.ts'
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
import type { MeasureStore } from '../measure/store.ts'
import type { UploadReader } from '../threads/uploads/upload-reader.ts'
import type { Drain } from './drain.ts'
import type { Metrics } from './metrics.ts'
import type { Proxies } from './proxies.ts'
import type { Limiters } from './rate-limiter.ts'
import type { Turns } from './turns.ts'

/** What the transports are built from; made once, in the composition root. */
export type Services = {
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
  readonly hub: Hub
  readonly states: States
  readonly tail: Tail
  readonly revisions: Revisions
  readonly log: Log
  /** The environment an SDK key opens; from memory for a few seconds, and while the database is away. */
  readonly keyHolder: (text: string | undefined) => Soon<SdkKeyHolder>
  /** The environment that a key opens, by its public id: by default that of a client key. */
  readonly publicKeyHolder: (id: string, kind?: SdkKeyHolder['kind']) => Soon<SdkKeyHolder>
  /** Who reads an environment in another system's format. */
  readonly readers: Readers
  /** Which builds of programs run. */
  readonly builds: SeenBuilds
  /** Refuses a key that was revoked or has expired, by its id and environment. */
  readonly refuseDeadKey: (keyId: string, environmentId: string) => Promise<void>
  /** Counts an answer that was given by request. */
  readonly counted: (environmentId: string, outcome: Outcome) => void
  /** Notes that a unit was given an arm by request. */
  readonly exposed: (environmentId: string, outcome: Outcome, context: Context) => void
  /** Takes what units were given and did. */
  readonly intake: Intake
  /** Names the address that a request is from. */
  readonly proxies: Proxies
  /** Notes the answers of flags that take more than an evaluation may. */
  readonly overBudget: OverBudget
  readonly gates: Limiters
  /** Adds up sign-ins that failed, for the audit trail. */
  readonly failedSignIns: { note: (account: string | null, address: string) => void; tell: () => Promise<void> }
  /** Adds up what agents ask, for the audit trail. */
  readonly agentCalls: {
    note: (call: { actor: Actor; origin: Origin; project: string | null; tool: string }) => void
    tell: () => Promise<void>
  }
  readonly drain: Drain
  readonly metrics: Metrics
  /** Single sign-on. */
  readonly providers: Providers
  readonly vault: Vault
  /** Sends letters; null without a mail server. */
  readonly mail: Mail | null
  readonly now: () => Date
  readonly newId: () => string
  readonly newSecret: (size: number) => string
  /** The address people and programs use; known once the server listens. */
  readonly publicUrl: () => string
  /** What the first visit must bring; null where only this machine gets there. */
  readonly setUpToken: string | null
  /** Folder of the built web UI. */
  readonly webRoot: string | undefined
  /** Folder of the built documentation. */
  readonly docsRoot: string | undefined
}
