import type { Db, Tx } from '../db/pool.ts'
import type { EventStore } from '../event-store/store.ts'
import { withProofs } from '../threads/patterns/with-proofs.ts'
import { type Actor, personIdOf } from './actor.ts'
import type { Mail } from './mail.ts'
import type { ProvenEnvironment, ProvenProject } from './scope.ts'
import type { Vault } from './vault.ts'

/** Origin of a call, for the audit log. */
export type Origin = { requestId: string; address: string; userAgent: string }

export type Log = {
  error: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  info: (details: object, message: string) => void
}

/** The context of every verb: the database, the actor, and everything that is not pure. */
export type Ctx = {
  readonly db: Db
  readonly actor: Actor
  readonly origin: Origin
  readonly now: () => Date
  readonly newId: () => string
  /** Returns `size` random bytes as base64url. */
  readonly newSecret: (size: number) => string
  readonly log: Log
}

/** A context that can seal and open secrets in the database. */
export type SecretCtx = Ctx & { readonly vault: Vault }

/** A context that can query the event store. */
export type EventStoreCtx = Ctx & { readonly measure: EventStore }

/** A context that can create links to this server and send emails. `mail` is null without a mail server. */
export type LinkCtx = Ctx & { readonly publicUrl: () => string; readonly mail: Mail | null }

/** A context for the first visit. A null token means that anyone who reaches the server may become owner. */
export type SetUpCtx = Ctx & { readonly setUpToken: string | null }

/** A context with a project that the actor has permission for. */
export type ProjectCtx = Ctx & { readonly project: ProvenProject }

/** A context with an environment that the actor has permission for. */
export type EnvironmentCtx = ProjectCtx & { readonly environment: ProvenEnvironment }

/**
 * Runs `act` in one transaction, with the context's database replaced by it. If regular expressions must be proven
 * first, rolls back, proves them and runs `act` again.
 */
export const inTransaction = <C extends Ctx, T>(
  ctx: C,
  act: (ctx: C & { readonly db: Tx }) => Promise<T>,
): Promise<T> =>
  ctx.db.isTransaction
    ? // Safe cast: the flag shows that this database is a transaction.
      act(ctx as C & { readonly db: Tx })
    : withProofs(proverOf(ctx), () => ctx.db.transaction().execute((tx) => act({ ...ctx, db: tx })))

/** Whose budget for proofs an action uses: the user's, a service token's own, or none for the system. */
export const proverOf = ({ actor }: Pick<Ctx, 'actor'>): string | null => personIdOf(actor) ?? actor.id
