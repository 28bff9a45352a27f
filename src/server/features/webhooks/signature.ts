import { createHmac } from 'node:crypto'
import type { Ctx } from '../../platform/kernel/ctx.ts'

export const webhookSecretPurpose = 'secret of a webhook'

/** A new secret in Standard Webhooks format: `whsec_` and 32 random bytes in Base64. */
export const newWebhookSecret = (ctx: Ctx): string =>
  `whsec_${Buffer.from(ctx.newSecret(32), 'base64url').toString('base64')}`

/** Headers that sign a message according to Standard Webhooks 1.0: HMAC-SHA-256 over id, time in seconds, and body. */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}
