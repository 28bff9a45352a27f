import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import type { DeliveryTable, WebhookTable } from '../../db/webhook-tables.ts'
import type { ProvenProject } from '../../kernel/scope.ts'

const columns = ['id', 'name', 'url', 'secret', 'actions', 'environments', 'pausedAt', 'createdAt'] as const

/** The webhooks of a project, oldest first. */
export const webhooksOf = (db: Db, project: ProvenProject) =>
  db.selectFrom('webhook').select(columns).where('projectId', '=', project.id).orderBy('createdAt').execute()

export const findWebhook = (db: Db, project: ProvenProject, id: string) =>
  db.selectFrom('webhook').select(columns).where('projectId', '=', project.id).where('id', '=', id).executeTakeFirst()

export const insertWebhook = (tx: Tx, row: WebhookTable) => tx.insertInto('webhook').values(row).execute()

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

/** A page of a webhook's deliveries, newest first, before one that was seen. */
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

/** What became of an attempt, or that there is to be another. */
export const updateDelivery = (db: Db, id: string, change: Updateable<DeliveryTable>) =>
  db.updateTable('delivery').set(change).where('id', '=', id).execute()

/** Wakes whoever delivers, when this transaction commits. */
export const announceDelivery = (tx: Tx) => sql`select pg_notify('fanion_webhooks', '')`.execute(tx)

/**
 * Takes the deliveries that are due, at most one of each webhook, the oldest event first, and puts them off until
 * `until`: no other server takes them meanwhile, and should this one stop, they are due again.
 */
export const takeDueDeliveries = (tx: Tx, now: Date, until: Date, atMost: number) =>
  tx
    .with('due', (db) =>
      db
        .selectFrom('delivery')
        .innerJoin('webhook', 'webhook.id', 'delivery.webhookId')
        .select('delivery.id')
        .distinctOn('delivery.webhookId')
        .where('delivery.nextAttemptAt', '<=', now)
        .where('webhook.pausedAt', 'is', null)
        .orderBy('delivery.webhookId')
        .orderBy('delivery.eventSequence')
        .orderBy('delivery.createdAt')
        .limit(atMost),
    )
    .updateTable('delivery')
    .set({ nextAttemptAt: until })
    .from('due')
    .whereRef('delivery.id', '=', 'due.id')
    .returning(['delivery.id', 'delivery.webhookId', 'delivery.eventSequence', 'delivery.action', 'delivery.attempts'])
    .returning(['delivery.createdAt'])
    .execute()

/** Lets one server at a time take deliveries; the lock ends with the transaction. */
export const lockTaking = (tx: Tx) => sql`select pg_advisory_xact_lock(4412)`.execute(tx)

/** Where a delivery goes, and the secret that signs it. */
export const findTarget = (db: Db, webhookId: string) =>
  db.selectFrom('webhook').select(['url', 'secret']).where('id', '=', webhookId).executeTakeFirst()

/** The event a delivery tells of, with the keys of its project and environment. */
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

/** Forgets deliveries that were finished before. */
export const deleteDeliveriesBefore = (db: Db, before: Date) =>
  db.deleteFrom('delivery').where('finishedAt', '<', before).execute()
