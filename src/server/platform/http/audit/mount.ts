import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AuditFilter } from '../../../../shared/features/audit/schemas/audit.ts'
import { exportEvents } from '../../../features/audit/export.ts'
import { isOwner, requireCaller, requirePermission } from '../../kernel/require-permission.ts'
import { requestActor, requestOrigin } from '../request-actor.ts'
import type { Services } from '../services.ts'
import { invalid } from '../to-fanion-error.ts'

const Query = AuditFilter.extend({ format: z.enum(['jsonl', 'csv']).default('jsonl') })

const types = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' }

/** `GET /audit/export`: the audit log as a file, with the filters of the list. Requires permission to read it. */
export function mountAudit(app: FastifyInstance, services: Services): void {
  app.get('/audit/export', async (request, reply) => {
    const actor = await requestActor(services, request)
    requirePermission(isOwner(requireCaller(actor)) ? 'owner' : 'viewer', 'audit.read', 'Fanion')
    const query = Query.safeParse(request.query)
    if (!query.success) throw invalid(query.error, request.query)
    const { format, ...filter } = query.data
    const { db, log, now, newId, newSecret } = services
    const ctx = { db, log, now, newId, newSecret, actor, origin: requestOrigin(services, request) }
    const lines = await exportEvents(ctx, filter, format)
    return reply
      .type(types[format])
      .header('content-disposition', `attachment; filename="fanion-audit.${format}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(lines))
  })
}
