import type { Environment, Role } from '../../../../shared/features/projects/schemas/project.ts'
import { allows, permissions } from '../../../../shared/permissions.ts'
import type { Refusal } from '../../../api/refusal.ts'

/**
 * Why the user may neither publish to an environment nor request reviews there. Undefined if they may, or while
 * unknown.
 */
export const publishRefusal = (role: Role | undefined, environment: Environment): string | undefined => {
  const permission = environment.protected ? 'change.edit' : 'revision.publish'
  if (role === undefined || allows(role, permission)) return undefined
  return `Changing this in ${environment.name} requires the ${permissions[permission]} role or higher. Your role is ${role}; an admin can change it.`
}

/** Whether the user’s publish needs approval. `cleared` publishes, which restore an approved state, need none. */
export const requiresReview = (role: Role | undefined, environment: Environment, cleared = false): boolean => {
  if (!environment.protected) return false
  if (role !== undefined && !allows(role, 'revision.publish-protected')) return true
  return environment.requiredApprovals > 0 && !cleared
}

/** Whether the server rejected a publish because it needs a review. */
export const wasRejectedWithoutReview = (refusal: Refusal | null): boolean =>
  refusal?.code === 'change/approval-required' || refusal?.code === 'impact/second-look'
