import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import { servedName } from '../../../shared/vendors/exporting/format-support.ts'
import { contextFromGrowthBook } from '../../../shared/vendors/growthbook/export/context.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import { answersFor } from '../protocols/answers.ts'
import { answersKey, fanionKeyOf, rulesKey } from '../protocols/key.ts'
import { recordReader } from '../protocols/reader.ts'
import { openVendorStream } from '../protocols/stream.ts'
import { encryptionKey, namedConnection } from './connection.ts'

/**
 * Serves GrowthBook's endpoints. Servers read rules with a server key in `Authorization`; the client key in the path is
 * then an arbitrary name. Without that header, a server key's public id in the path selects its payload, encrypted with
 * a key that the SDKs have. For pages, flags are evaluated here, with a client key's public id in the path or any key
 * sent.
 */
export function growthBookRoutes(app: FastifyInstance, services: ProgramServices): void {
  app.get('/growthbook/sub/:name', { exposeHeadRoute: false }, async (request, reply) => {
    const holder = await (namedConnection(services, request) ?? rulesKey(services, request))
    const key = encryptionKey(services, request, holder)
    const { readings } = await services.states.get(holder.environmentId)
    recordReader(services, holder, 'growthbook', request)
    const wants = key === undefined ? 'growthbook' : (`growthbook:${key}` as const)
    openVendorStream(services, request, reply, holder, wants, readings.growthBookEvent(key))
  })

  app.post('/growthbook/api/eval/:id', { bodyLimit: limits.ofrepBodyBytes }, async (request, reply) => {
    const { id } = request.params as { id: string }
    const sent = fanionKeyOf(request.headers)
    const holder = await answersKey(services, request, reply, () =>
      sent === undefined ? services.publicKeyHolder(id) : services.keyHolder(sent),
    )
    recordReader(services, holder, 'growthbook-client', request)
    const answers = await answersFor(services, { request, reply }, holder, attributesOf(request))
    void reply.header('cache-control', 'private, no-cache')
    const features = answers.map(({ flag, outcome }) => [servedName(flag), { defaultValue: outcome.value ?? null }])
    return reply.send({ status: 200, features: Object.fromEntries(features) })
  })
}

function attributesOf({ body }: FastifyRequest) {
  const given = typeof body === 'object' && body !== null && 'attributes' in body ? body.attributes : undefined
  const context = contextFromGrowthBook(given)
  if (context !== undefined) return context
  throw new FanionError('request/invalid', {}, 'Send attributes: {"attributes": {"id": "user-1"}}.')
}
