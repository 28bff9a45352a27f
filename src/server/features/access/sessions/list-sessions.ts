import type { OpenSession } from '../../../../shared/features/access/schemas/account.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { sessionsOf } from '../accounts/queries.ts'

/** Lists the caller's open sessions, most recently used first. */
export async function listSessions(ctx: Ctx): Promise<OpenSession[]> {
  const { id, session } = requireUserSession(ctx.actor)
  return (await sessionsOf(ctx.db, id, ctx.now())).map((row) => ({
    id: row.id,
    current: row.id === session.id,
    address: row.address,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
  }))
}
