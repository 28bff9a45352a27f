import type { FastifyInstance } from 'fastify'
import type { ProgramAttributes } from '../../../shared/schemas/attribute.ts'
import { attributesFor } from '../../domain/attributes/queries.ts'
import type { Services } from '../services.ts'
import { serverKey } from './server-key.ts'

/** `GET /sdk/v1/attributes`: what the project declares its contexts to hold; `fanion pull` makes a type of it. */
export function attributesRoute(app: FastifyInstance, services: Services): void {
  app.get('/sdk/v1/attributes', async (request, reply): Promise<ProgramAttributes> => {
    const { environmentId } = await serverKey(services, request)
    void reply.header('cache-control', 'private, no-cache')
    return { attributes: await attributesFor(services.db, environmentId) }
  })
}
