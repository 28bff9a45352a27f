import type { Delivery, Webhook } from '../../../shared/features/webhooks/schemas/webhook.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import type { deliveriesOf, webhooksOf } from './queries.ts'

/** A webhook as the API returns it, without its secret. */
export const webhookView = (
  row: Omit<Awaited<ReturnType<typeof webhooksOf>>[number], 'secret'>,
  environments: readonly ProvenEnvironment[],
): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  actions: row.actions,
  environments:
    row.environments && environments.filter(({ id }) => row.environments?.includes(id)).map(({ key }) => key),
  pausedAt: row.pausedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

export const deliveryView = (row: Awaited<ReturnType<typeof deliveriesOf>>[number]): Delivery => ({
  id: row.id,
  action: row.action,
  sequence: row.eventSequence === null ? null : Number(row.eventSequence),
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  status: row.status,
  problem: row.problem,
  tookMs: row.tookMs,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
})
