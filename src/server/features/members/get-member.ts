import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { activeAdmins, findMember, lockMembers } from './queries.ts'

/** Returns the member and locks all members of the project until the transaction ends. Throws `member/not-found`. */
export async function getMember(ctx: ProjectCtx & { readonly db: Tx }, personId: string) {
  await lockMembers(ctx.db, ctx.project.id)
  const member = await findMember(ctx.db, ctx.project, personId)
  if (!member) throw new FanionError('member/not-found')
  return member
}

/** Throws `member/last-admin` if no other admin of the project can sign in. */
export async function requireAnotherAdmin(tx: Tx, projectId: string, personId: string): Promise<void> {
  const admins = await activeAdmins(tx, projectId)
  if (admins.length === 1 && admins[0]?.id === personId) throw new FanionError('member/last-admin')
}
