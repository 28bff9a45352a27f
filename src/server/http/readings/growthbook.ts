import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fromGrowthBook } from '../../../shared/compat/growthbook/context.ts'
import { servedName } from '../../../shared/compat/reading.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { ProgramServices } from '../services.ts'
import { answersFor } from './answers.ts'
import { encryptionKey, namedConnection } from './growthbook-connection.ts'
import { answersKey, ownKey, rulesKey } from './key.ts'
import { noteReader } from './reader.ts'
import { foreignStream } from './stream.ts'

/**
 * GrowthBook's addresses. Programs read rules with a server key in `Authorization`; what stands in the path as their client
 * key is then a name and opens nothing. Without that header the public id of a server key in the path names the payload,
 * encrypted with a key that its programs have. Pages have answers evaluated here, by the public id of a client key in the path, or whatever key is sent.
 */
export function growthBookRoutes(app: FastifyInstance, services: ProgramServices): void {
  app.get('/growthbook/sub/:name', { exposeHeadRoute: false }, async (request, reply) => {
    const holder = await (namedConnection(services, request) ?? rulesKey(services, request))
    const key = encryptionKey(services, request, holder)
    const { readings } = await services.states.get(holder.environmentId)
    noteReader(services, holder, 'growthbook', request)
    const wants = key === undefined ? 'growthbook' : (`growthbook:${key}` as const)
    foreignStream(services, request, reply, holder, wants, readings.growthBookEvent(key))
  })

  app.post('/growthbook/api/eval/:id', { bodyLimit: limits.ofrepBodyBytes }, async (request, reply) => {
    const { id } = request.params as { id: string }
    const sent = ownKey(request.headers)
    const holder = await answersKey(services, request, reply, () =>
      sent === undefined ? services.publicKeyHolder(id) : services.keyHolder(sent),
    )
    noteReader(services, holder, 'growthbook-client', request)
    const answers = await answersFor(services, { request, reply }, holder, attributesOf(request))
    void reply.header('cache-control', 'private, no-cache')
    const features = answers.map(({ flag, outcome }) => [servedName(flag), { defaultValue: outcome.value ?? null }])
    return reply.send({ status: 200, features: Object.fromEntries(features) })
  })
}

function attributesOf({ body }: FastifyRequest) {
  const given = typeof body === 'object' && body !== null && 'attributes' in body ? body.attributes : undefined
  const context = fromGrowthBook(given)
  if (context !== undefined) return context
  throw new FanionError('request/invalid', {}, 'Send attributes: {"attributes": {"id": "user-1"}}.')
}
