import type { FastifyInstance } from 'fastify'
import { type RelayAnswer, RelayQuestion } from '../../../../shared/features/status/schemas/relay.ts'
import { limits } from '../../../../shared/limits.ts'
import type { ProgramServices } from '../services.ts'
import { serverKey } from './server-key.ts'

/**
 * `POST /sdk/v1/relay`: a relay asks, with a server key, which environment the key gives access to, which of its SDKs'
 * keys give access to the same one, and which builds should be declared. It names keys by their hashes, and learns
 * nothing about other keys.
 */
export function relayRoute(app: FastifyInstance, services: ProgramServices): void {
  const { relayed } = services
  app.post('/sdk/v1/relay', { bodyLimit: limits.buildBodyBytes }, async (request, reply): Promise<RelayAnswer> => {
    const { environmentId, project, environment, keyId } = await serverKey(services, request)
    const { relay, keys, builds } = RelayQuestion.parse(request.body)
    void reply.header('cache-control', 'no-store')
    return {
      ...{ environmentId, project, environment, keyId },
      revision: (await services.states.get(environmentId)).datafile.revision,
      keys: await relayed.keys(environmentId, keys),
      unknownBuilds: builds.length === 0 ? [] : await relayed.builds(environmentId, relay, builds),
    }
  })
}
