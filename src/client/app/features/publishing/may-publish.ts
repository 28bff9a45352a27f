import type { Environment, Role } from '../../../../shared/features/projects/schemas/project.ts'
import { allows, permissions } from '../../../../shared/permissions.ts'
import type { Refusal } from '../../../api/refusal.ts'

/**
 * Why a person may neither publish to an environment nor ask others to, or nothing when they may (or when that is not
 * known yet).
 */
export const whyNotPublish = (role: Role | undefined, environment: Environment): string | undefined => {
  const permission = environment.protected ? 'change.edit' : 'revision.publish'
  if (role === undefined || allows(role, permission)) return undefined
  return `Changing this in ${environment.name} requires the ${permissions[permission]} role or higher. Your role is ${role}; an admin can change it.`
}

/** Whether others have to approve what a person would publish there. `cleared` is what needs no approval: a way back. */
export const asksReview = (role: Role | undefined, environment: Environment, cleared = false): boolean => {
  if (!environment.protected) return false
  if (role !== undefined && !allows(role, 'revision.publish-protected')) return true
  return environment.requiredApprovals > 0 && !cleared
}

/** Whether the server refused a publish because somebody else has to look at it first. */
export const refusedUnreviewed = (refusal: Refusal | null): boolean =>
  refusal?.code === 'change/approval-required' || refusal?.code === 'impact/second-look'
