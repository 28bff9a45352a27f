import type { z } from 'zod'
import type { Activity, ActivityList, AuditEvent, ListActivityInput } from '../../../shared/schemas/audit.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { list } from './list.ts'

/** The acts in one project for its members, newest first: everything but from where they were done. */
export async function listActivity(ctx: ProjectCtx, input: z.output<typeof ListActivityInput>): Promise<ActivityList> {
  const { events, next } = await list(ctx, { ...input, project: ctx.project.key })
  return { events: events.map(withoutOrigin), next }
}

function withoutOrigin(event: AuditEvent): Activity {
  const { sequence, id, at, actor, action, subject, project, environment, before, after } = event
  return { sequence, id, at, actor, action, subject, project, environment, before, after }
}
