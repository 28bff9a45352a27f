import type { AuditEvent } from '../../../shared/features/audit/schemas/audit.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { eventsOf } from './queries.ts'

/** An event as the API shows it. */
export const eventView = (row: Awaited<ReturnType<typeof eventsOf>>[number]): AuditEvent => ({
  sequence: Number(row.sequence),
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  subject: row.subject,
  project: row.project,
  environment: row.environment,
  // columns of JSON
  before: row.before as Json,
  after: row.after as Json,
  requestId: row.requestId,
  address: row.address,
  userAgent: row.userAgent,
})
