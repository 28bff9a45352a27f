import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { bearer } from '../bearer.ts'
import { addressOf } from '../gate.ts'
import type { Services } from '../services.ts'
import type { Exchange } from './exchange.ts'

/**
 * The holder of the key a request comes with, server or client. A client key may be used from the origins on its list,
 * from anywhere while the list is empty; the answer then carries what the browser needs to hand it to the page.
 */
export async function keyAccess(services: Services, exchange: Exchange): Promise<SdkKeyHolder> {
  const address = addressOf(exchange.request, services.config.trustProxy)
  const nowMs = services.now().getTime()
  services.gates.refusals.check(address, nowMs)
  const holder = await services.keyHolder(bearer(exchange.request.headers)).catch((error: unknown) => {
    services.gates.refusals.count(address, nowMs)
    throw error
  })
  if (holder.kind === 'client') services.gates.clients.take(address, nowMs)
  const { origin } = exchange.request.headers
  if (holder.kind === 'client' && origin) allowOrigin(holder, origin, exchange)
  return holder
}

function allowOrigin({ allowedOrigins }: SdkKeyHolder, origin: string, { response }: Exchange): void {
  if (allowedOrigins.length > 0 && !allowedOrigins.includes(origin)) {
    const sentence = `This client key is not allowed from ${origin}. Add the origin to the key's list.`
    throw new FanionError('auth/origin-not-allowed', { origin }, sentence)
  }
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', 'etag, retry-after')
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
  response.setHeader('vary', 'origin')
}
