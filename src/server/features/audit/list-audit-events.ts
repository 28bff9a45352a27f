import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AuditFilter, AuditList, ListAuditInput } from '../../../shared/features/audit/schemas/audit.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { type EventFilter, environmentIdOf, eventsOf, projectIdOf } from './queries.ts'
import { eventView } from './view.ts'

/** Lists the audit events of the instance, newest first, one page at a time. */
export async function listAuditEvents(ctx: Ctx, input: z.output<typeof ListAuditInput>): Promise<AuditList> {
  const { before, limit } = input
  const rows = await eventsOf(ctx.db, { ...(await columnsOf(ctx, input)), before, limit })
  return {
    events: rows.map(eventView),
    next: rows.length === limit ? Number(rows.at(-1)?.sequence) : null,
  }
}

/** Resolves the keys of a filter to column values. Throws if the project or environment does not exist. */
export async function columnsOf(ctx: Ctx, filter: AuditFilter): Promise<Omit<EventFilter, 'before' | 'limit'>> {
  const { project, environment, actor, action, subject, from, until } = filter
  if (environment !== undefined && project === undefined) {
    const problem = { path: 'project', problem: 'it is missing', expected: 'the project of the environment' }
    throw new FanionError('request/invalid', { problems: [problem] })
  }
  const projectId = project === undefined ? undefined : await projectIdOf(ctx.db, project)
  if (project !== undefined && !projectId) throw new FanionError('project/not-found', { project })
  const environmentId = projectId && environment ? await environmentIdOf(ctx.db, projectId, environment) : undefined
  if (environment !== undefined && !environmentId) throw new FanionError('environment/not-found', { environment })
  return {
    ...{ projectId, environmentId, actor, action, subject },
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
  }
}
