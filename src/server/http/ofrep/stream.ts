import { refuseDeadKey } from '../../auth/refuse-dead-key.ts'
import { addressOf } from '../gate.ts'
import { openStream } from '../open-stream.ts'
import type { Services } from '../services.ts'
import type { Exchange } from './exchange.ts'
import { readTicket } from './ticket.ts'

const hello = Buffer.from(': connected\n\n')

/** `GET /ofrep/v1/stream?ticket=…`: says `refetchEvaluation` whenever the environment changes. */
export async function changeStream(services: Services, { request, response }: Exchange): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://here')
  const { environmentId, keyId } = readTicket(services, searchParams.get('ticket'))
  await refuseDeadKey(services.pools.door, keyId, services.now())
  await services.states.get(environmentId)
  const release = services.gates.streams.take(addressOf(request, services.config.trustProxy))
  // a page of any origin that holds a ticket may listen: it learns only that something changed
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
  openStream(response, hello, release, (subscriber) =>
    services.hub.subscribe(environmentId, { ...subscriber, keyId, wants: 'changes' }),
  )
}
