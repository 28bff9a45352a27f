import type { FastifyInstance } from 'fastify'
import type { ProgramAttributes } from '../../../../shared/features/attributes/schemas/attribute.ts'
import type { ProgramServices } from '../services.ts'
import { serverKey } from './server-key.ts'

/** `GET /sdk/v1/attributes`: what the project declares its contexts to hold; `fanion pull` makes a type of it. */
export function attributesRoute(app: FastifyInstance, services: ProgramServices): void {
  app.get('/sdk/v1/attributes', async (request, reply): Promise<ProgramAttributes> => {
    const holder = await serverKey(services, request)
    void reply.header('cache-control', 'private, no-cache')
    return services.notes.attributes(holder)
  })
}
