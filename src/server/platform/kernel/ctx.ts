import type { Db, Tx } from '../db/pool.ts'
import type { MeasureStore } from '../event-store/store.ts'
import { withProofs } from '../threads/patterns/with-proofs.ts'
import { type Actor, personIdOf } from './actor.ts'
import type { Mail } from './mail.ts'
import type { ProvenEnvironment, ProvenProject } from './scope.ts'
import type { Vault } from './vault.ts'

/** Where a call came from, for the audit trail. */
export type Origin = { requestId: string; address: string; userAgent: string }

export type Log = {
  error: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  info: (details: object, message: string) => void
}

/** What every verb is given: the database, who acts, and everything that is not pure. */
export type Ctx = {
  readonly db: Db
  readonly actor: Actor
  readonly origin: Origin
  readonly now: () => Date
  readonly newId: () => string
  /** `size` random bytes as base64url text. */
  readonly newSecret: (size: number) => string
  readonly log: Log
}

/** A context that can read and write what is sealed in the database. */
export type SecretCtx = Ctx & { readonly vault: Vault }

/** A context that can ask where events and exposures lie. */
export type MeasureCtx = Ctx & { readonly measure: MeasureStore }

/** A context that can make links to this server and send them by mail; `mail` is null without a mail server. */
export type LinkCtx = Ctx & { readonly publicUrl: () => string; readonly mail: Mail | null }

/** A context of the first visit; null where anybody who gets there may make the owner. */
export type SetUpCtx = Ctx & { readonly setUpToken: string | null }

/** A context whose project, and permission in it, are proven. */
export type ProjectCtx = Ctx & { readonly project: ProvenProject }

/** A context whose environment, and permission in it, are proven. */
export type EnvironmentCtx = ProjectCtx & { readonly environment: ProvenEnvironment }

/**
 * Runs `act` in one transaction, with the context's database replaced by it: all of it happens or nothing. Where regular
 * expressions must be proven for it first, all is rolled back, they are, and it runs once more.
 */
export const inTransaction = <C extends Ctx, T>(
  ctx: C,
  act: (ctx: C & { readonly db: Tx }) => Promise<T>,
): Promise<T> =>
  ctx.db.isTransaction
    ? // the flag says what the type cannot: this database is a transaction already
      act(ctx as C & { readonly db: Tx })
    : withProofs(proverOf(ctx), () => ctx.db.transaction().execute((tx) => act({ ...ctx, db: tx })))

/** Whose budget for proofs an act uses: the person's, a service token's own, or for the system none. */
export const proverOf = ({ actor }: Pick<Ctx, 'actor'>): string | null => personIdOf(actor) ?? actor.id
