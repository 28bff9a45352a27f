import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import { openStream } from '../../platform/http/open-stream.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import type { VendorStreamEvent } from '../../platform/live/vendor-projections.ts'

/** Opens an event stream in another format: `first`, then the events of each publish. */
export function openVendorStream(
  services: ProgramServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { keyId, environmentId, kind }: SdkKeyHolder,
  wants: VendorStreamEvent,
  first: Buffer,
): void {
  const release = placeFor(services, request, kind, keyId)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  openStream(reply.raw, first, release, (subscriber) =>
    services.hub.subscribe(environmentId, { ...subscriber, keyId, wants }),
  )
}

/** Takes a stream slot of the address and, for a client key, of the key. */
function placeFor(
  { gates, proxies }: ProgramServices,
  request: FastifyRequest,
  kind: SdkKeyHolder['kind'],
  keyId: string,
): () => void {
  const releaseAddress = gates.streams.take(proxies.networkOf(request.raw))
  if (kind === 'server') return releaseAddress
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
