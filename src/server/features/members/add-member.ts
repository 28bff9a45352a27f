import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AddMemberInput, Member } from '../../../shared/features/members/schemas/member.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { findPersonByEmail } from '../access/accounts/queries.ts'
import { insertMembership } from '../projects/queries.ts'
import { checkEnvironments } from './check-environments.ts'
import { getMember } from './get-member.ts'
import { findMember, lockMembers } from './queries.ts'
import { memberView } from './view.ts'

/**
 * Adds an existing account to the project. Throws `user/not-found` for an address without an account, which must be
 * invited instead.
 */
export async function addMember(ctx: ProjectCtx, input: AddMemberInput): Promise<Member> {
  const environments = await checkEnvironments(ctx, input.environments)
  return inTransaction(ctx, async (tx) => {
    const person = await findPersonByEmail(tx.db, input.email)
    if (!person || person.disabledAt) {
      const sentence = `No account uses ${input.email}. Invite them instead.`
      throw new FanionError('user/not-found', { email: input.email }, sentence)
    }
    await lockMembers(tx.db, tx.project.id)
    if (await findMember(tx.db, tx.project, person.id)) throw new FanionError('member/exists')
    const membership = { role: input.role, environments }
    const projectId = tx.project.id
    await insertMembership(tx.db, { projectId, personId: person.id, ...membership, createdAt: tx.now() })
    await audit(tx, {
      action: 'member.add',
      subject: `${tx.project.key}/${person.email}`,
      projectId,
      after: membership,
    })
    return memberView(await getMember(tx, person.id))
  })
}
