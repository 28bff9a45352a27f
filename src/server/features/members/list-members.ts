import type { Member } from '../../../shared/features/members/schemas/member.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { membersOf } from './queries.ts'
import { memberView } from './view.ts'

/** Lists the members of the project by name. Owners have all permissions in all projects without a membership. */
export const listMembers = async (ctx: ProjectCtx): Promise<Member[]> =>
  (await membersOf(ctx.db, ctx.project)).map(memberView)
