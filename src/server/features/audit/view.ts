import type { AuditEvent } from '../../../shared/features/audit/schemas/audit.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { eventsOf } from './queries.ts'

export const eventView = (row: Awaited<ReturnType<typeof eventsOf>>[number]): AuditEvent => ({
  sequence: Number(row.sequence),
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  subject: row.subject,
  project: row.project,
  environment: row.environment,
  // JSON columns
  before: row.before as Json,
  after: row.after as Json,
  requestId: row.requestId,
  address: row.address,
  userAgent: row.userAgent,
})
