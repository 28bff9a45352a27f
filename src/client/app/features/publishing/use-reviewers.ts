import { skipToken } from '@tanstack/react-query'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import { allows } from '../../../../shared/permissions.ts'
import { alternatives } from '../../../../shared/text/alternatives.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { trpc } from '../../trpc.ts'

const named = 5

/** Possible reviewers, as text and as a list to choose from. */
export type Reviewers = { said: string; able: readonly { id: string; name: string }[] }

/** Members who can approve the user’s publish in an environment. Undefined while unknown, and if not `wanted`. */
export const useReviewers = (project: string, environment: Environment, wanted = true): Reviewers | undefined => {
  const members = trpc.members.list.useQuery(wanted ? { project } : skipToken, { staleTime: 60_000 }).data
  const me = trpc.account.status.useQuery(undefined, { staleTime: 60_000 }).data?.user?.id
  const { requiredApprovals } = environment
  if (members === undefined) return undefined
  const able = members.filter(
    ({ user, role, environments }) =>
      user.id !== me &&
      !user.disabled &&
      allows(user.owner ? 'owner' : role, 'change.approve') &&
      (environments === null || environments.includes(environment.key)),
  )
  const needs =
    requiredApprovals > 0
      ? `${environment.name} needs ${counted(requiredApprovals, 'approval')}. `
      : `${environment.name} needs someone who can publish there. `
  if (able.length === 0) return { said: `${needs}No one else in the project can approve yet.`, able: [] }
  const names = able.slice(0, named).map(({ user }) => user.name)
  const more = able.length - names.length
  const said = more > 0 ? `${names.join(', ')} and ${more} more can approve.` : `${alternatives(names)} can approve.`
  return { said: needs + said, able: able.map(({ user: { id, name } }) => ({ id, name })) }
}
