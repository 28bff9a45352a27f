import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../shared/limits.ts'
import { type ComparisonReceipt, ComparisonReport } from '../../../shared/schemas/comparison.ts'
import { recordComparisons } from '../../domain/telemetry/record-comparisons.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { Services } from '../services.ts'
import { serverKey } from './server-key.ts'

const path = '/sdk/v1/comparisons'

/** `POST /sdk/v1/comparisons`: how often another system, asked beside this one, gave the same answers. */
export function comparisonsRoute(app: FastifyInstance, services: Services): void {
  /** Looks at the key before a byte of the body is read. */
  const onRequest = async (request: FastifyRequest) => {
    await serverKey(services, request)
  }

  app.post(path, { bodyLimit: limits.telemetryBodyBytes, onRequest }, async (request, reply) => {
    const { environmentId } = await serverKey(services, request)
    refuseUnstorable(request.body)
    const report = ComparisonReport.parse(request.body)
    const { flags } = (await services.states.get(environmentId)).datafile
    const { key } = await services.intake.measured(environmentId)
    const isHere = (flag: string) => Object.hasOwn(flags, flag)
    const receipt: ComparisonReceipt = await recordComparisons(services.pools.telemetry, services.now(), {
      environmentId,
      key,
      isHere,
      report,
    })
    return reply.code(202).send(receipt)
  })
}
