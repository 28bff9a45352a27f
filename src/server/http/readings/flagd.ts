import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { rulesKey } from './key.ts'
import { noteReader } from './reader.ts'
import { sendDocument } from './send.ts'

/** `GET /flagd/v1/flags`: the document flagd itself and its providers read over HTTP. */
export function flagdRoutes(app: FastifyInstance, services: Services): void {
  app.get('/flagd/v1/flags', async (request, reply) => {
    const holder = await rulesKey(services, request)
    const { readings, datafile } = await services.states.get(holder.environmentId)
    noteReader(services, holder, 'flagd', request)
    void reply.header('fanion-not-readable', String(readings.unreadable('flagd')))
    return sendDocument(request, reply, `"${holder.environmentId}:${datafile.revision}:flagd"`, () => readings.flagd())
  })
}
