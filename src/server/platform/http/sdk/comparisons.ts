import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ComparisonReport } from '../../../../shared/features/usage/schemas/comparison.ts'
import { limits } from '../../../../shared/limits.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { ProgramServices } from '../services.ts'
import { serverKey } from './server-key.ts'

const path = '/sdk/v1/comparisons'

/** `POST /sdk/v1/comparisons`: how often another provider, evaluated in parallel, returned the same values. */
export function comparisonsRoute(app: FastifyInstance, services: ProgramServices): void {
  /** Checks the key before the body is read. */
  const onRequest = async (request: FastifyRequest) => {
    await serverKey(services, request)
  }

  app.post(path, { bodyLimit: limits.telemetryBodyBytes, onRequest }, async (request, reply) => {
    const { environmentId } = await serverKey(services, request)
    refuseUnstorable(request.body)
    const report = ComparisonReport.parse(request.body)
    return reply.code(202).send(await services.reports.comparisons(environmentId, report))
  })
}
