import type { Tx } from '../db/pool.ts'
import type { Actor } from './actor.ts'
import type { Ctx } from './ctx.ts'

/** An event for the audit log. `subject` is a path of keys such as `shop/production/checkout`. */
export type AuditEvent = {
  action: string
  subject: string
  projectId?: string
  environmentId?: string
  before?: unknown
  after?: unknown
}

/** Appends an event in the transaction of its action, so that neither is stored without the other. */
export async function audit(ctx: Ctx & { readonly db: Tx }, event: AuditEvent): Promise<void> {
  const { before, after, ...columns } = eventColumns(ctx, event)
  await ctx.db
    .insertInto('event')
    .values({ ...columns, before: json(before), after: json(after) })
    .execute()
}

/** An event as a row of its table. `audit` inserts it, unless a database function does. */
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

/**
 * The actor columns of revisions and events. Anonymous actions, such as the first owner's sign-up, are attributed to
 * the system.
 */
export const actorColumns = (actor: Actor) => ({
  actorKind: actor.kind === 'anonymous' ? ('system' as const) : actor.kind,
  actorId: actor.id,
  actorName: actor.name,
})

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
