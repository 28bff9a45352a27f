import type { FastifyInstance } from 'fastify'
import { limits } from '../../../shared/limits.ts'
import { TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import { record } from '../../domain/telemetry/record.ts'
import { bearer } from '../bearer.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { Services } from '../services.ts'

/** `POST /sdk/v1/telemetry`: what a program counted, added to the hourly rows of its environment. */
export function telemetryRoute(app: FastifyInstance, services: Services): void {
  app.post('/sdk/v1/telemetry', { bodyLimit: limits.telemetryBodyBytes }, async (request, reply) => {
    const { environmentId } = await services.keyHolder(bearer(request.headers))
    refuseUnstorable(request.body)
    const report = TelemetryReport.parse(request.body)
    return reply.code(202).send(await record(services.db, services.now(), environmentId, report))
  })
}
