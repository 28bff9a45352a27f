import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Delivery, DeliveryList } from '../../../shared/features/webhooks/schemas/webhook.ts'
import { Id, Instant } from '../../../shared/schemas/keys.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import {
  announceDelivery,
  deliveriesOf,
  endWebhookPause,
  findDelivery,
  insertDelivery,
  updateDelivery,
} from './queries.ts'
import { deliveryView } from './view.ts'
import { getWebhook } from './webhooks.ts'

const pageSize = 50

/** Lists a page of a webhook's deliveries, newest first. */
export async function listDeliveries(
  ctx: ProjectCtx,
  input: { id: string; before: string | null },
): Promise<DeliveryList> {
  const webhook = await getWebhook(ctx, input.id)
  const rows = await deliveriesOf(ctx.db, webhook.id, cursorOf(input.before), pageSize + 1)
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1) : undefined
  return { deliveries: page.map(deliveryView), next: last ? `${last.createdAt.toISOString()} ${last.id}` : null }
}

/** Sends an earlier delivery again with the same id, so that receivers can recognize duplicates. */
export async function resendDelivery(ctx: ProjectCtx, input: { id: string; deliveryId: string }): Promise<Delivery> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await getWebhook(tx, input.id)
    const row = await findDelivery(tx.db, webhook.id, input.deliveryId)
    if (!row) throw new FanionError('webhook/not-found', {}, 'This webhook has no such delivery.')
    const again = { state: 'pending', attempts: 0, interrupted: 0, nextAttemptAt: tx.now(), finishedAt: null } as const
    await updateDelivery(tx.db, row.id, again)
    await endWebhookPause(tx.db, webhook.id)
    await announceDelivery(tx.db)
    const subject = `${ctx.project.key}/${webhook.name}`
    await audit(tx, { action: 'webhook.resend', subject, projectId: ctx.project.id, after: { delivery: row.id } })
    return deliveryView({ ...row, ...again })
  })
}

/** Sends a signed test message. */
export async function testWebhook(ctx: ProjectCtx, input: { id: string }): Promise<Delivery> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await getWebhook(tx, input.id)
    const now = tx.now()
    const row = await insertDelivery(tx.db, {
      id: tx.newId(),
      webhookId: webhook.id,
      eventSequence: null,
      action: 'webhook.test',
      state: 'pending',
      nextAttemptAt: now,
      createdAt: now,
    })
    await endWebhookPause(tx.db, webhook.id)
    await announceDelivery(tx.db)
    await audit(tx, {
      action: 'webhook.test',
      subject: `${ctx.project.key}/${webhook.name}`,
      projectId: ctx.project.id,
    })
    return deliveryView(row)
  })
}

function cursorOf(before: string | null): { createdAt: Date; id: string } | null {
  if (before === null) return null
  const [at = '', id = ''] = before.split(' ')
  if (Instant.safeParse(at).success && Id.safeParse(id).success) return { createdAt: new Date(at), id }
  const problem = {
    path: 'before',
    problem: 'isn’t a valid page cursor',
    expected: 'the cursor from the previous page',
  }
  throw new FanionError('request/invalid', { problems: [problem] })
}
