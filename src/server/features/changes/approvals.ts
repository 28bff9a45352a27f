import { allows, type Role } from '../../../shared/permissions.ts'
import type { Results } from '../../platform/db/change-tables.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import type { approvalsOf } from './review-queries.ts'

export type Approval = Awaited<ReturnType<typeof approvalsOf>>[number]

/** The approvals that count in one environment, and the number it requires. */
export type CountedApprovals = { environment: ProvenEnvironment; given: readonly Approval[]; required: number }

/**
 * Returns the approvals that count in each environment, one per reviewer. An approval counts if:
 * - the reviewer's session or token allowed it there
 * - the reviewer may still approve there
 * - it is for the change's current result there
 */
export const countedApprovals = (
  approvals: readonly Approval[],
  environments: readonly ProvenEnvironment[],
  results: Results | null,
  secondLook: readonly string[] | null,
): CountedApprovals[] =>
  environments.map((environment) => ({
    environment,
    required: requiredIn(environment, secondLook),
    given: [
      ...new Map(
        approvals
          .filter((one) => mayApprove(one, environment.key) && isOf(one, environment, results))
          .map((one) => [one.reviewerId, one]),
      ).values(),
    ],
  }))

/** Number of approvals a change needs in an environment: at least one if it exceeds the impact limit. */
const requiredIn = (
  { id, requiredApprovals }: Pick<ProvenEnvironment, 'id' | 'requiredApprovals'>,
  secondLook: readonly string[] | null,
): number => Math.max(requiredApprovals, secondLook?.includes(id) ? 1 : 0)

/** Approvals of reviewers who can no longer approve in any of the environments. */
export const approvalsWithoutPermission = (
  approvals: readonly Approval[],
  environments: readonly ProvenEnvironment[],
) => approvals.filter((one) => !environments.some((environment) => mayApprove(one, environment.key)))

export const isApproved = (approvals: readonly CountedApprovals[]): boolean =>
  approvals.every(({ given, required }) => given.length >= required)

const isOf = ({ results: approved }: Approval, { id }: ProvenEnvironment, results: Results | null): boolean =>
  approved?.[id] !== undefined && approved[id] === results?.[id]

function mayApprove(approval: Approval, environment: string): boolean {
  const role = roleOf(approval, environment)
  return role !== null && allows(role, 'change.approve')
}

function roleOf({ instanceRole, role, environments }: Approval, environment: string): Role | null {
  if (instanceRole === 'owner') return 'owner'
  return environments === null || environments.includes(environment) ? role : 'viewer'
}
