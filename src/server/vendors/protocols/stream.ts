import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import { openStream } from '../../platform/http/open-stream.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import type { ForeignWant } from '../../platform/live/readings.ts'

/** Answers with an event stream of another format: `first`, then what each publish means to it. */
export function foreignStream(
  services: ProgramServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { keyId, environmentId, kind }: SdkKeyHolder,
  wants: ForeignWant,
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

/** A place among the streams of the address and, with a client key, among those of the key. */
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
