import type { Activity } from '../../../shared/features/audit/schemas/audit.ts'
import { allows, type Permission, type Role } from '../../../shared/permissions.ts'

/** What one needs to see the things of a noun, and so what acts on them say. A noun that is not here is the owners'. */
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

/** Whether a role may see what an act was done to, and how. */
export function maySee(role: Role, action: string): boolean {
  const noun = action.split('.')[0] ?? ''
  return allows(role, Object.hasOwn(readers, noun) ? (readers[noun] ?? 'audit.read') : 'audit.read')
}

/** An act as a role may see it: that it was done, when and by whom; to what and how only where they may see such things. */
export const conceal = (role: Role, act: Activity): Activity =>
  maySee(role, act.action) ? act : { ...act, subject: act.project ?? '', before: null, after: null }
