import type { Member } from '../../../shared/features/members/schemas/member.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { membersOf } from './queries.ts'
import { memberView } from './view.ts'

/** The members of the project, ordered by name. Owners have every right in every project and need no membership. */
export const listMembers = async (ctx: ProjectCtx): Promise<Member[]> =>
  (await membersOf(ctx.db, ctx.project)).map(memberView)
