import type { PresenceEvent, TellPresenceInput } from '../../../shared/features/presence/schemas/presence.ts'
import { allows } from '../../../shared/permissions.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { signedIn } from '../../platform/kernel/permit.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { getFlag } from '../flags/get-flag.ts'
import { announcePresence } from './queries.ts'

/**
 * Tells everybody in the project, through every server, that a person has a flag's page open, and what they are editing
 * there, if they may edit it. Nothing is stored and nothing changes, so it leaves no event.
 */
export async function tellPresence(ctx: ProjectCtx, input: TellPresenceInput): Promise<null> {
  const { flag, tab, here } = input
  const { id, name } = signedIn(ctx.actor)
  // whoever leaves says so of a flag that is gone, too
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
