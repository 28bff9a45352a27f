import { createHmac, timingSafeEqual } from 'node:crypto'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import type { ProgramServices } from '../services.ts'

type Ticket = Pick<SdkKeyHolder, 'keyId' | 'environmentId'> & { until: number }

const dayMs = 24 * 3_600_000
const signed = new Map<string, { until: number; text: string }>()

/**
 * Creates a ticket for the event stream, which browsers open without headers. It is part of the URL, so it gives little
 * access: it reveals only that one environment changed, for two days at most.
 */
export function ticketFor(services: ProgramServices, holder: SdkKeyHolder): string {
  // Valid until the end of tomorrow, so that it is signed only once a day per key.
  const until = Math.ceil(services.now().getTime() / dayMs + 1) * dayMs
  const known = signed.get(holder.keyId)
  if (known?.until === until) return known.text
  const ticket: Ticket = { keyId: holder.keyId, environmentId: holder.environmentId, until }
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  const { secret, secretPrevious } = services.config
  // Signed with the previous secret, so that servers without the new one can verify it.
  const whole = `${text}.${sign(secretPrevious ?? secret, text)}`
  signed.set(holder.keyId, { until, text: whole })
  return whole
}

/** Verifies and parses a ticket. Throws `auth/token-invalid` or `auth/token-expired`. */
export function readTicket(services: ProgramServices, ticket: unknown): Ticket {
  const [text, signature] = typeof ticket === 'string' ? ticket.split('.') : []
  const { secret, secretPrevious } = services.config
  const secrets = [secret, secretPrevious].flatMap((one) => one ?? [])
  if (!text || !signature || !secrets.some((one) => same(signature, sign(one, text))))
    throw new FanionError('auth/token-invalid')
  // Safe cast: the signature shows that this server wrote it.
  const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket
  if (read.until < services.now().getTime()) throw new FanionError('auth/token-expired')
  return read
}

const sign = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`ofrep-stream:${text}`).digest('base64url')

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
