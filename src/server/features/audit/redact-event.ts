import type { Activity } from '../../../shared/features/audit/schemas/audit.ts'
import { allows, type Permission, type Role } from '../../../shared/permissions.ts'

/**
 * Permission needed to see the details of events, by the first part of their action. For actions not listed here, only
 * owners see them.
 */
const readers: Readonly<Record<string, Permission>> = {
  revision: 'project.read',
  flag: 'project.read',
  segment: 'project.read',
  attribute: 'project.read',
  view: 'project.read',
  change: 'project.read',
  promise: 'project.read',
  import: 'import.edit',
  environment: 'project.read',
  project: 'project.read',
  member: 'project.read',
  key: 'key.read',
  invitation: 'member.edit',
  token: 'member.edit',
  webhook: 'webhook.edit',
}

/** Whether a role may see the subject and details of events with this action. */
export function canSeeEvent(role: Role, action: string): boolean {
  const noun = action.split('.')[0] ?? ''
  return allows(role, Object.hasOwn(readers, noun) ? (readers[noun] ?? 'audit.read') : 'audit.read')
}

/**
 * Removes the subject and details of an event if the role may not see them. The action, time and actor stay visible.
 */
export const redactEvent = (role: Role, act: Activity): Activity =>
  canSeeEvent(role, act.action) ? act : { ...act, subject: act.project ?? '', before: null, after: null }
