import { createHmac, timingSafeEqual } from 'node:crypto'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import type { ProgramServices } from '../services.ts'

type Ticket = Pick<SdkKeyHolder, 'keyId' | 'environmentId'> & { until: number }

const dayMs = 24 * 3_600_000
const signed = new Map<string, { until: number; text: string }>()

/**
 * A ticket for the event stream, which browsers open without headers. It stands in the address, so it is no key: it
 * only tells that something changed, in one environment, for two days at most.
 */
export function ticketFor(services: ProgramServices, holder: SdkKeyHolder): string {
  // good to the end of tomorrow, so that it is signed once a day for each key
  const until = Math.ceil(services.now().getTime() / dayMs + 1) * dayMs
  const known = signed.get(holder.keyId)
  if (known?.until === until) return known.text
  const ticket: Ticket = { keyId: holder.keyId, environmentId: holder.environmentId, until }
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  const { secret, secretPrevious } = services.config
  // servers that don’t have the new secret yet can read it, too
  const whole = `${text}.${sign(secretPrevious ?? secret, text)}`
  signed.set(holder.keyId, { until, text: whole })
  return whole
}

/** What a ticket of ours says, or `auth/token-invalid`, `auth/token-expired`. */
export function readTicket(services: ProgramServices, ticket: unknown): Ticket {
  const [text, signature] = typeof ticket === 'string' ? ticket.split('.') : []
  const { secret, secretPrevious } = services.config
  const secrets = [secret, secretPrevious].flatMap((one) => one ?? [])
  if (!text || !signature || !secrets.some((one) => same(signature, sign(one, text))))
    throw new FanionError('auth/token-invalid')
  // the signature says that we wrote it
  const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket
  if (read.until < services.now().getTime()) throw new FanionError('auth/token-expired')
  return read
}

const sign = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`ofrep-stream:${text}`).digest('base64url')

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
