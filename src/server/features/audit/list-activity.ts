import type { z } from 'zod'
import type {
  Activity,
  ActivityList,
  AuditEvent,
  ListActivityInput,
} from '../../../shared/features/audit/schemas/audit.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { roleIn } from '../../platform/kernel/scope.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { canSeeEvent, redactEvent } from './redact-event.ts'

/**
 * Lists the audit events of one project for its members, newest first. Omits the origin of each event, and the details
 * of subjects that the reader may not see.
 */
export async function listActivity(ctx: ProjectCtx, input: z.output<typeof ListActivityInput>): Promise<ActivityList> {
  const { events, next } = await listAuditEvents(ctx, { ...input, project: ctx.project.key })
  const roleFor = ({ environment }: Activity) =>
    environment === null ? ctx.project.role : roleIn(ctx.project, environment)
  return {
    events: events
      .map(withoutOrigin)
      // a filter by subject must not reveal concealed events
      .filter((act) => input.subject === undefined || canSeeEvent(roleFor(act), act.action))
      .map((act) => redactEvent(roleFor(act), act)),
    next,
  }
}

function withoutOrigin(event: AuditEvent): Activity {
  const { sequence, id, at, actor, action, subject, project, environment, before, after } = event
  return { sequence, id, at, actor, action, subject, project, environment, before, after }
}
