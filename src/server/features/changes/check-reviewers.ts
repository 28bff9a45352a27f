import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Member } from '../../../shared/features/members/schemas/member.ts'
import { allows } from '../../../shared/permissions.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listMembers } from '../members/list-members.ts'
import type { LoadedChange } from './load-change.ts'

/** Whether a member can approve the change in at least one of its environments. */
const canApprove = ({ user, role, environments }: Member, change: LoadedChange): boolean =>
  !user.disabled &&
  allows(user.owner ? 'owner' : role, 'change.approve') &&
  (user.owner || environments === null || change.environments.some(({ key }) => environments.includes(key)))

/** Returns the requested reviewers without duplicates. Throws if one of them cannot approve the change. */
export async function checkReviewers(
  ctx: ProjectCtx,
  change: LoadedChange,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  const members = await listMembers(ctx)
  return [...new Set(ids)].map((id, at) => {
    const member = members.find(({ user }) => user.id === id)
    const refuse = (problem: string, expected: string) =>
      new FanionError('request/invalid', { problems: [{ path: `reviewers[${at}]`, problem, expected }] })
    if (member === undefined) throw refuse('isn’t a member of the project', 'the ID of a member')
    if (change.authors.has(id)) throw refuse(`is ${member.user.name}, who wrote the change`, 'someone else')
    if (!canApprove(member, change))
      throw refuse(`is ${member.user.name}, who can’t approve it`, 'someone who can publish there')
    return { id, name: member.user.name }
  })
}
