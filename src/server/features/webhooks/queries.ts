import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { DeliveryTable, WebhookTable } from '../../platform/db/webhook-tables.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

const columns = ['id', 'name', 'url', 'secret', 'actions', 'environments', 'pausedAt', 'createdAt'] as const

export const webhooksOf = (db: Db, project: ProvenProject) =>
  db.selectFrom('webhook').select(columns).where('projectId', '=', project.id).orderBy('createdAt').execute()

export const findWebhook = (db: Db, project: ProvenProject, id: string) =>
  db.selectFrom('webhook').select(columns).where('projectId', '=', project.id).where('id', '=', id).executeTakeFirst()

export const insertWebhook = (tx: Tx, row: Insertable<WebhookTable>) => tx.insertInto('webhook').values(row).execute()

export const updateWebhook = (tx: Tx, id: string, change: Updateable<WebhookTable>) =>
  tx.updateTable('webhook').set(change).where('id', '=', id).execute()

export const deleteWebhook = (tx: Tx, id: string) => tx.deleteFrom('webhook').where('id', '=', id).execute()

const deliveryColumns = [
  'id',
  'action',
  'eventSequence',
  'state',
  'attempts',
  'nextAttemptAt',
  'status',
  'problem',
  'tookMs',
  'createdAt',
  'finishedAt',
] as const

/** A page of a webhook's deliveries, newest first, older than a given one. */
export const deliveriesOf = (
  db: Db,
  webhookId: string,
  before: { createdAt: Date; id: string } | null,
  atMost: number,
) =>
  db
    .selectFrom('delivery')
    .select(deliveryColumns)
    .where('webhookId', '=', webhookId)
    .$if(before !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(before?.createdAt ?? new Date(0), before?.id ?? '')),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute()

export const findDelivery = (db: Db, webhookId: string, id: string) =>
  db
    .selectFrom('delivery')
    .select(deliveryColumns)
    .where('webhookId', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()

export const insertDelivery = (tx: Tx, row: Insertable<DeliveryTable>) =>
  tx.insertInto('delivery').values(row).returning(deliveryColumns).executeTakeFirstOrThrow()

export const updateDelivery = (db: Db, id: string, change: Updateable<DeliveryTable>) =>
  db.updateTable('delivery').set(change).where('id', '=', id).execute()

/** Wakes the delivery workers on commit. */
export const announceDelivery = (tx: Tx) => sql`select pg_notify('fanion_webhooks', '')`.execute(tx)

/** Identifies a server's lease of a webhook for one turn. */
export type WebhookHold = { readonly webhookId: string; readonly turn: string }

/**
 * Leases up to `atMost` webhooks with due deliveries until `until`, longest waiting first. At most `atMostFailing` of
 * them failed last time, or a server stopped at them.
 */
export const leaseDueWebhooks = async (
  db: Db,
  {
    turn,
    now,
    until,
    atMost,
    atMostFailing,
  }: { turn: string; now: Date; until: Date; atMost: number; atMostFailing: number },
): Promise<readonly { id: string; failing: boolean; interrupted: boolean }[]> => {
  const { rows } = await sql<{ id: string; failing: boolean; interrupted: boolean }>`
    with due as (
      select webhook.id, failing or held_by is not null as failing, held_by is not null as interrupted, waiting.since from webhook
      cross join lateral (
        select min(next_attempt_at) as since from delivery
        where webhook_id = webhook.id and next_attempt_at <= ${now}
      ) as waiting
      where waiting.since is not null and paused_at is null and (held_until is null or held_until <= ${now})
      for no key update of webhook skip locked
    ),
    ranked as (select id, since, failing, interrupted, row_number() over (partition by failing order by since) as place from due),
    taken as (
      select id, failing, interrupted from ranked where not failing or place <= ${atMostFailing} order by failing, since limit ${atMost}
    )
    update webhook set held_until = ${until}, held_by = ${turn} from taken
    where webhook.id = taken.id returning webhook.id, taken.failing, taken.interrupted`.execute(db)
  return rows
}

/** Renews the lease of a webhook. Returns false if it was lost, or the webhook was paused or deleted. */
export const renewWebhookLease = async (db: Db, { webhookId, turn }: WebhookHold, until: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ heldUntil: until })
    .where('id', '=', webhookId)
    .where('heldBy', '=', turn)
    .where('pausedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases a webhook, with the end of its pause and the result of its last delivery. */
export const releaseWebhook = (
  db: Db,
  { webhookId, turn }: WebhookHold,
  rest: { heldUntil: Date | null; failing: boolean },
) =>
  db
    .updateTable('webhook')
    .set({ ...rest, heldBy: null })
    .where('id', '=', webhookId)
    .where('heldBy', '=', turn)
    .execute()

/**
 * Ends the pause after a failed delivery, unless a server holds the webhook, because a user wants to see a result now.
 */
export const endWebhookPause = (db: Db, webhookId: string) =>
  db.updateTable('webhook').set({ heldUntil: null }).where('id', '=', webhookId).where('heldBy', 'is', null).execute()

/** The next due deliveries of a webhook, oldest event first. */
export const dueDeliveries = (db: Db, webhookId: string, now: Date, atMost: number) =>
  db
    .selectFrom('delivery')
    .select(['id', 'webhookId', 'eventSequence', 'action', 'attempts', 'createdAt'])
    .where('webhookId', '=', webhookId)
    .where('nextAttemptAt', '<=', now)
    .orderBy('eventSequence')
    .orderBy('createdAt')
    .limit(atMost)
    .execute()

/** Counts one more server that stopped while it sent a delivery: how many in a row. */
export const countInterrupted = async (db: Db, id: string): Promise<number> => {
  const { interrupted } = await db
    .updateTable('delivery')
    .set((eb) => ({ interrupted: eb('interrupted', '+', 1) }))
    .where('id', '=', id)
    .returning('interrupted')
    .executeTakeFirstOrThrow()
  return interrupted
}

/** Records the result of an attempt, unless another attempt was made since. */
export const noteAttempt = (
  db: Db,
  { id, attempts }: { id: string; attempts: number },
  change: Updateable<DeliveryTable>,
) =>
  db
    .updateTable('delivery')
    .set({ interrupted: 0, ...change })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('nextAttemptAt', 'is not', null)
    .execute()

/** The address of a delivery and the encrypted secret that signs it. */
export const findTarget = (db: Db, webhookId: string) =>
  db.selectFrom('webhook').select(['url', 'secret']).where('id', '=', webhookId).executeTakeFirst()

/** The audit event of a delivery, with the keys of its project and environment. */
export const findEvent = (db: Db, sequence: string) =>
  db
    .selectFrom('event')
    .leftJoin('project', 'project.id', 'event.projectId')
    .leftJoin('environment', 'environment.id', 'event.environmentId')
    .select(['event.id', 'event.sequence', 'event.at', 'event.action', 'event.subject'])
    .select(['event.actorKind', 'event.actorId', 'event.actorName', 'event.before', 'event.after'])
    .select(['project.key as project', 'environment.key as environment'])
    .where('event.sequence', '=', sequence)
    .executeTakeFirst()

export const deleteDeliveriesBefore = (db: Db, before: Date) =>
  db.deleteFrom('delivery').where('finishedAt', '<', before).execute()

/** Webhooks of all projects that are not paused, at most a thousand, with the success of their deliveries. */
export const activeWebhooks = (db: Db) =>
  db
    .selectFrom('webhook')
    .innerJoin('project', 'project.id', 'webhook.projectId')
    .select(['webhook.name', 'webhook.failing', 'project.key as project'])
    .where('webhook.pausedAt', 'is', null)
    .orderBy('project.key')
    .orderBy('webhook.name')
    .limit(1_000)
    .execute()
