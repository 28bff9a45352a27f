import { limits } from '../../../shared/limits.ts'
import { version } from '../../../shared/version.ts'
import { inTransaction, type SecretCtx } from '../../kernel/ctx.ts'
import { OutboundError, request } from '../../outbound/request.ts'
import { findEvent, findTarget, lockTaking, takeDueDeliveries, updateDelivery } from './queries.ts'
import { signedHeaders, webhookSecretPurpose } from './signature.ts'

/** Pauses after each failed attempt but the last, about a day together; a test holds their number to the limit. */
const pausesMs = [5, 60, 5 * 60, 30 * 60, 2 * 3_600, 6 * 3_600, 15 * 3_600].map((seconds) => seconds * 1_000)

const leaseMs = limits.webhookTimeoutMs * 3
const atOnce = 20

type Due = Awaited<ReturnType<typeof takeDueDeliveries>>[number]

/**
 * Makes one attempt at the deliveries that are due, one of each webhook at most, so that a webhook is told of events in
 * their order as long as its receiver answers. Returns how many attempts were made.
 */
export async function deliverDue(ctx: SecretCtx, allowPrivate: boolean): Promise<number> {
  const now = ctx.now()
  const due = await inTransaction(ctx, async (tx) => {
    await lockTaking(tx.db)
    return takeDueDeliveries(tx.db, now, new Date(now.getTime() + leaseMs), atOnce)
  })
  await Promise.all(due.map((delivery) => attempt(ctx, delivery, allowPrivate)))
  return due.length
}

async function attempt(ctx: SecretCtx, delivery: Due, allowPrivate: boolean): Promise<void> {
  const target = await findTarget(ctx.db, delivery.webhookId)
  if (!target) return
  const startedAt = ctx.now()
  const body = JSON.stringify(await messageOf(ctx, delivery))
  const secret = ctx.vault.open(target.secret, webhookSecretPurpose)
  const headers = {
    ...signedHeaders(secret, `msg_${delivery.id}`, startedAt, body),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': `Fanion/${version}`,
  }
  const { url } = target
  const sent = { url, method: 'POST', headers, body, timeoutMs: limits.webhookTimeoutMs, allowPrivate }
  const { status, problem } = await request(sent).then(
    (answer) => ({ status: answer.status, problem: refusalOf(answer.status) }),
    (error: unknown) => ({ status: null, problem: error instanceof OutboundError ? error.message : String(error) }),
  )
  const now = ctx.now()
  const attempts = delivery.attempts + 1
  const tookMs = now.getTime() - startedAt.getTime()
  const result = { attempts, status, problem, tookMs }
  if (problem === null) {
    await updateDelivery(ctx.db, delivery.id, { ...result, state: 'delivered', nextAttemptAt: null, finishedAt: now })
    return
  }
  const pauseMs = attempts < limits.webhookAttempts ? pausesMs[attempts - 1] : undefined
  const next =
    pauseMs === undefined
      ? { state: 'dead' as const, nextAttemptAt: null, finishedAt: now }
      : { state: 'retrying' as const, nextAttemptAt: new Date(now.getTime() + pauseMs) }
  await updateDelivery(ctx.db, delivery.id, { ...result, ...next })
}

const refusalOf = (status: number): string | null =>
  status >= 200 && status < 300 ? null : `The receiver responded with ${status}.`

/** What is sent: the event as the audit trail has it, without where the request came from. */
async function messageOf(ctx: SecretCtx, delivery: Due): Promise<object> {
  const event = delivery.eventSequence === null ? undefined : await findEvent(ctx.db, delivery.eventSequence)
  if (!event) {
    return {
      type: delivery.action,
      timestamp: delivery.createdAt.toISOString(),
      data: { message: 'A test of Fanion.' },
    }
  }
  const { id, subject, project, environment, before, after } = event
  const actor = { kind: event.actorKind, id: event.actorId, name: event.actorName }
  const data = { id, sequence: Number(event.sequence), actor, subject, project, environment, before, after }
  return { type: event.action, timestamp: event.at.toISOString(), data }
}
