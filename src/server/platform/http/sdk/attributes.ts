import type { FastifyInstance } from 'fastify'
import type { ProgramAttributes } from '../../../../shared/features/attributes/schemas/attribute.ts'
import type { ProgramServices } from '../services.ts'
import { serverKey } from './server-key.ts'

/** `GET /sdk/v1/attributes`: the declared attributes of contexts. `fanion pull` generates a type from them. */
export function attributesRoute(app: FastifyInstance, services: ProgramServices): void {
  app.get('/sdk/v1/attributes', async (request, reply): Promise<ProgramAttributes> => {
    const holder = await serverKey(services, request)
    void reply.header('cache-control', 'private, no-cache')
    return services.notes.attributes(holder)
  })
}
