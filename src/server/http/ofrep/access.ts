import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { allowOrigin } from '../allow-origin.ts'
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
  const headers = allowOrigin(holder, exchange.request.headers.origin)
  for (const [name, value] of Object.entries(headers)) exchange.response.setHeader(name, value)
  return holder
}
