import type { FastifyInstance } from 'fastify'
import type { FlagNotes } from '../../../../shared/features/insights/schemas/insights.ts'
import type { ProgramServices } from '../services.ts'
import { serverKey } from './server-key.ts'

/** `GET /sdk/v1/flags`: the descriptions of the project's flags, and which have settled. For `fanion pull`. */
export function flagsRoute(app: FastifyInstance, services: ProgramServices): void {
  app.get('/sdk/v1/flags', async (request, reply): Promise<FlagNotes> => {
    const holder = await serverKey(services, request)
    void reply.header('cache-control', 'private, no-cache')
    return services.notes.flags(holder)
  })
}
