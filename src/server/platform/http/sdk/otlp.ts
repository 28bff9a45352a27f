import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import { LogsRequest, readLogRecords } from '../../../features/usage/read-log-records.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { ProgramServices } from '../services.ts'
import { serverKey } from './server-key.ts'

const path = '/sdk/v1/otlp/v1/logs'

/**
 * `POST /sdk/v1/otlp/v1/logs`: OpenTelemetry log records as JSON, with a server key. Evaluations and events in them are
 * stored like those from an SDK. Rejected records are reported as OTLP's partial success: a count and a message.
 */
export function otlpRoute(app: FastifyInstance, services: ProgramServices): void {
  /** Checks the key before the body is read. */
  const onRequest = async (request: FastifyRequest) => {
    await serverKey(services, request)
  }

  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-protobuf', (_request, _body, done) => {
      const sentence =
        'Send OTLP as JSON: set encoding: json in the collector, or OTEL_EXPORTER_OTLP_PROTOCOL=http/json.'
      done(new FanionError('request/invalid', {}, sentence))
    })
    scope.post(path, { bodyLimit: limits.telemetryBodyBytes, onRequest }, async (request, reply) => {
      const { environmentId } = await serverKey(services, request)
      refuseUnstorable(request.body)
      const { batches, unread } = readLogRecords(
        LogsRequest.parse(request.body),
        JSON.stringify(request.body),
        services.now(),
      )
      const refused = new Map<string, number>(unread > 0 ? [['unreadable', unread]] : [])
      for (const batch of batches) {
        const receipt = await services.reports.events({ environmentId, via: 'otlp', sees: () => true }, batch)
        services.metrics.tracked(receipt)
        for (const { reason, count } of receipt.refused) refused.set(reason, (refused.get(reason) ?? 0) + count)
      }
      return reply.code(200).send(answer(refused))
    })
  })
}

/** The OTLP response: empty if all records were accepted, else the number of rejected ones with the reasons. */
const answer = (refused: ReadonlyMap<string, number>) => {
  const rejectedLogRecords = [...refused.values()].reduce((sum, count) => sum + count, 0)
  if (rejectedLogRecords === 0) return {}
  const errorMessage = [...refused].map(([reason, count]) => `${reason}: ${count}`).join(', ')
  return { partialSuccess: { rejectedLogRecords: String(rejectedLogRecords), errorMessage } }
}
