import type { News } from '../../../shared/features/notifications/schemas/email-notification.ts'
import { limits } from '../../../shared/limits.ts'
import { allows, type Permission, roles } from '../../../shared/permissions.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { accountsWithAccess, insertEmails, membersWithRoles, ownersOf } from './queries.ts'

/**
 * Who is involved in a ramp or run, besides the flag's owner: the responsible member and the author of the change that
 * proposed it.
 */
export type InvolvedMembers = { personId: string | null; changeId: string }

/**
 * Queues the emails about an event of a ramp or an experiment, in the event's transaction. Automatic events that need a
 * decision go to all members who can publish there. Actions of a member, and the end of a ramp, go to those involved.
 * Members get no email about their own actions.
 */
export async function queueEmailNotifications(
  ctx: EnvironmentCtx & { readonly db: Tx },
  news: News,
  whose: InvolvedMembers,
): Promise<void> {
  const { db, environment, actor } = ctx
  const owners = await ownersOf(db, environment.projectId, whose.changeId, news.flag)
  const own = [...new Set([whose.personId, ...owners])].filter((id) => id !== null)
  const theirs = (await accountsWithAccess(db, environment.projectId, own)).filter(({ ramps }) => ramps !== 'none')
  const asks = news.by === null && news.kind !== 'complete' && news.kind !== 'end'
  const permission: Permission = environment.protected ? 'revision.publish-protected' : 'revision.publish'
  const may = roles.filter((role) => allows(role, permission))
  const others = asks ? await membersWithRoles(db, environment, may, limits.lettersPerEvent) : []
  const wanted = others.filter(({ ramps }) => ramps === null || ramps === 'all')
  const to = [...new Set([...theirs, ...wanted].map(({ id }) => id))].filter((id) => id !== personIdOf(actor))
  if (to.length === 0) return
  const createdAt = ctx.now()
  const about = JSON.stringify(news)
  await insertEmails(
    db,
    to.slice(0, limits.lettersPerEvent).map((personId) => ({
      id: ctx.newId(),
      personId,
      projectId: environment.projectId,
      about,
      nextAttemptAt: createdAt,
      createdAt,
    })),
  )
}
