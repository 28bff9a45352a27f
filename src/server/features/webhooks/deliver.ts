import { limits } from '../../../shared/limits.ts'
import { version } from '../../../shared/version.ts'
import type { SecretCtx } from '../../platform/kernel/ctx.ts'
import type { PrivateAddressAllowance } from '../../platform/outbound/allowance.ts'
import { OutboundError, request } from '../../platform/outbound/request.ts'
import { traced } from '../../platform/tracing/trace.ts'
import {
  countInterrupted,
  dueDeliveries,
  findEvent,
  findTarget,
  leaseDueWebhooks,
  noteAttempt,
  releaseWebhook,
  renewWebhookLease,
  type WebhookHold,
} from './queries.ts'
import { signedHeaders, webhookSecretPurpose } from './signature.ts'

/**
 * Pauses in ms after each failed attempt except the last, about a day in total. A test checks that their number matches
 * the limit.
 */
const pausesMs = [5, 60, 5 * 60, 30 * 60, 2 * 3_600, 6 * 3_600, 15 * 3_600].map((seconds) => seconds * 1_000)

/** Lease of a webhook in ms, renewed before each message: longer than two attempts that time out. */
const holdMs = limits.webhookTimeoutMs * 3
/** Pause in ms after a failed delivery, during which other webhooks use the slot. */
const restMs = 1_000
/** Messages to send before other webhooks get a turn. */
const messagesATurn = 50

type DueDelivery = Awaited<ReturnType<typeof dueDeliveries>>[number]

/** Leases due webhooks to this server: at most `places`, of which at most `failing` failed last time. */
export function leaseWebhooks(ctx: SecretCtx, places: number, failing: number): Promise<readonly WebhookLease[]> {
  const now = ctx.now()
  const turn = ctx.newId()
  const until = new Date(now.getTime() + holdMs)
  return leaseDueWebhooks(ctx.db, { turn, now, until, atMost: places, atMostFailing: failing }).then((held) =>
    held.map(({ id, ...one }) => ({ webhookId: id, turn, ...one })),
  )
}

/**
 * A webhook leased by this server. `failing`: its last delivery failed. `interrupted`: the server that leased it before stopped
 * without releasing it.
 */
export type WebhookLease = WebhookHold & { readonly failing: boolean; readonly interrupted: boolean }

/** Releases a turn that ended by an error of this server or its database. */
export const releaseTurn = (ctx: SecretCtx, turn: WebhookLease): Promise<unknown> =>
  releaseWebhook(ctx.db, turn, { heldUntil: null, failing: turn.failing })

/**
 * Sends a webhook's due messages in the order of their events, until a delivery fails, the lease is lost or its turn
 * ends. Then releases the webhook. After a server that stopped, the message that it was sending is sent alone, and is given up
 * after a few such servers.
 */
export async function sendDueMessages(
  ctx: SecretCtx,
  turn: WebhookLease,
  allowPrivate: PrivateAddressAllowance,
): Promise<void> {
  let { failing } = turn
  let restUntil: Date | null = null
  const atMost = turn.interrupted ? 1 : messagesATurn
  for (const delivery of await dueDeliveries(ctx.db, turn.webhookId, ctx.now(), atMost)) {
    if (turn.interrupted && (await isGivenUp(ctx, delivery))) continue
    if (!(await renewWebhookLease(ctx.db, turn, new Date(ctx.now().getTime() + holdMs)))) break
    failing = !(await traced('webhook', {}, () => attempt(ctx, delivery, allowPrivate)))
    if (!failing) continue
    restUntil = new Date(ctx.now().getTime() + restMs)
    break
  }
  await releaseWebhook(ctx.db, turn, { heldUntil: restUntil, failing })
}

const givenUp = `${limits.interruptedTries} servers in a row stopped while they sent it, so it isn’t sent any more. Resend it once the cause is found.`

/** Counts the server that stopped at a delivery, and gives the delivery up after a few. */
async function isGivenUp(ctx: SecretCtx, delivery: DueDelivery): Promise<boolean> {
  const interrupted = await countInterrupted(ctx.db, delivery.id)
  if (interrupted < limits.interruptedTries) return false
  ctx.log.error({ delivery: delivery.id, webhook: delivery.webhookId }, givenUp)
  const attempts = delivery.attempts + 1
  const dead = { state: 'dead' as const, nextAttemptAt: null, finishedAt: ctx.now(), interrupted }
  await noteAttempt(ctx.db, delivery, { attempts, status: null, problem: givenUp, tookMs: 0, ...dead })
  return true
}

/** Returns whether the receiver accepted the message. */
async function attempt(ctx: SecretCtx, delivery: DueDelivery, allowPrivate: PrivateAddressAllowance): Promise<boolean> {
  const target = await findTarget(ctx.db, delivery.webhookId)
  if (!target) return true
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
    await noteAttempt(ctx.db, delivery, { ...result, state: 'delivered', nextAttemptAt: null, finishedAt: now })
    return true
  }
  const pauseMs = attempts < limits.webhookAttempts ? pausesMs[attempts - 1] : undefined
  const next =
    pauseMs === undefined
      ? { state: 'dead' as const, nextAttemptAt: null, finishedAt: now }
      : { state: 'retrying' as const, nextAttemptAt: new Date(now.getTime() + pauseMs) }
  await noteAttempt(ctx.db, delivery, { ...result, ...next })
  return false
}

const refusalOf = (status: number): string | null =>
  status >= 200 && status < 300 ? null : `The receiver responded with ${status}.`

/** The message: the event as in the audit trail, without its origin. */
async function messageOf(ctx: SecretCtx, delivery: DueDelivery): Promise<object> {
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
