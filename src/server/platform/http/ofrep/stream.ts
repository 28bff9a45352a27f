import { pageHeartbeat } from '../../live/hub.ts'
import { openStream } from '../open-stream.ts'
import type { ProgramServices } from '../services.ts'
import { spendClient } from './access.ts'
import type { Exchange } from './exchange.ts'
import { readTicket } from './ticket.ts'

const unitsPerStream = 10

/** Reconnect delay of 1 to 3 s with jitter. Browsers otherwise all wait the same 3 or 5 s. */
const greeting = () =>
  Buffer.concat([Buffer.from(`retry: ${1_000 + Math.round(Math.random() * 2_000)}\n`), pageHeartbeat])

/** `GET /ofrep/v1/stream?ticket=…`: sends `refetchEvaluation` whenever the environment changes. */
export async function changeStream(services: ProgramServices, { request, reply }: Exchange): Promise<void> {
  const { searchParams } = new URL(request.url, 'http://here')
  const { environmentId, keyId } = readTicket(services, searchParams.get('ticket'))
  // Tickets are not secret, so they are rate limited before the database is queried.
  const network = services.proxies.networkOf(request.raw)
  spendClient(services, network, { keyId }, unitsPerStream)
  const release = takeBoth(services, network, keyId)
  let revision: number
  try {
    await services.refuseDeadKey(keyId, environmentId)
    revision = (await services.states.get(environmentId)).datafile.revision
  } catch (error) {
    release()
    throw error
  }
  // If the client has disconnected in the meantime, no stream is opened.
  reply.hijack()
  const { raw: response } = reply
  if (response.destroyed) return release()
  // Pages of any origin may listen with a ticket: they learn only that something changed.
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
  openStream(response, greeting(), release, (subscriber) =>
    services.hub.subscribe(environmentId, { ...subscriber, keyId, wants: 'changes' }, revision),
  )
}

/** Takes a stream slot of the address and one of the key. */
function takeBoth({ gates }: ProgramServices, network: string, keyId: string): () => void {
  const releaseAddress = gates.streams.take(network)
  try {
    const releaseKey = gates.streamsOfKey.take(keyId)
    return () => {
      releaseAddress()
      releaseKey()
    }
  } catch (error) {
    releaseAddress()
    throw error
  }
}
