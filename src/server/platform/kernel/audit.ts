import type { Tx } from '../db/pool.ts'
import type { Actor } from './actor.ts'
import type { Ctx } from './ctx.ts'

/** What happened, for the audit trail. `subject` is a path of keys such as `shop/production/checkout`. */
export type AuditEvent = {
  action: string
  subject: string
  projectId?: string
  environmentId?: string
  before?: unknown
  after?: unknown
}

/** Appends the event in the transaction of the act itself: no act without its event, no event without its act. */
export async function audit(ctx: Ctx & { readonly db: Tx }, event: AuditEvent): Promise<void> {
  const { before, after, ...columns } = eventColumns(ctx, event)
  await ctx.db
    .insertInto('event')
    .values({ ...columns, before: json(before), after: json(after) })
    .execute()
}

/** The event as its table holds it; `audit` inserts it, unless a function of the database does. */
export const eventColumns = (ctx: Ctx, event: AuditEvent) => ({
  id: ctx.newId(),
  at: ctx.now(),
  ...actorColumns(ctx.actor),
  action: event.action,
  subject: event.subject,
  projectId: event.projectId ?? null,
  environmentId: event.environmentId ?? null,
  before: event.before,
  after: event.after,
  requestId: ctx.origin.requestId,
  address: ctx.origin.address,
  userAgent: ctx.origin.userAgent,
})

/** The actor as revisions and events store it. Anonymous acts (a first owner signing up) are the system's. */
export const actorColumns = (actor: Actor) => ({
  actorKind: actor.kind === 'anonymous' ? ('system' as const) : actor.kind,
  actorId: actor.id,
  actorName: actor.name,
})

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
