import type { PresenceEvent, ReportPresenceInput } from '../../../shared/features/presence/schemas/presence.ts'
import { allows } from '../../../shared/permissions.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../platform/kernel/require-permission.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { getFlag } from '../flags/get-flag.ts'
import { announcePresence } from './queries.ts'

/**
 * Notifies the project's members on all servers that the caller has a flag's page open and, if they may edit there,
 * what they are editing. Nothing is stored, so no audit event is written.
 */
export async function notifyPresence(ctx: ProjectCtx, input: ReportPresenceInput): Promise<null> {
  const { flag, tab, here } = input
  const { id, name } = requireUserSession(ctx.actor)
  // leaving the page is reported for a deleted flag too
  if (here) await getFlag(ctx, flag)
  const place = input.editing === null ? null : await proveEnvironment(ctx.db, ctx.project, input.editing)
  const editing = place && allows(place.role, 'change.edit') ? place.key : null
  const told: PresenceEvent = {
    kind: 'presence',
    project: ctx.project.key,
    flag,
    tab,
    editing,
    here,
    person: { id, name },
  }
  await announcePresence(ctx.db, told)
  return null
}
