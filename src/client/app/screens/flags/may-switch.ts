import { allows, permissions } from '../../../../shared/permissions.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { Environment, Role } from '../../../../shared/schemas/project.ts'

/**
 * Why a person may neither publish to an environment nor ask others to, or nothing when they may (or when that is not
 * known yet).
 */
export const whyNotSwitch = (role: Role | undefined, environment: Environment): string | undefined => {
  const permission = environment.protected ? 'change.edit' : 'revision.publish'
  if (role === undefined || allows(role, permission)) return undefined
  return `The role ${permissions[permission]} or higher can change this in ${environment.name}. You are ${role}; an admin can change that.`
}

const onlyTurnsOff = (before: FlagDocument, after: FlagDocument): boolean =>
  before.on && JSON.stringify({ ...before, on: false }) === JSON.stringify(after)

/** Whether what a person would publish has to pass a review first. A publisher always turns off at once. */
export const needsReview = (
  role: Role | undefined,
  environment: Environment,
  before: FlagDocument,
  after: FlagDocument,
): boolean => {
  if (!environment.protected) return false
  const off = onlyTurnsOff(before, after)
  const permission = off ? 'revision.turn-off-protected' : 'revision.publish-protected'
  if (role !== undefined && !allows(role, permission)) return true
  return environment.requiredApprovals > 0 && !off
}
