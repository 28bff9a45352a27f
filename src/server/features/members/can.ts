import type { Answer, Can, Grantor } from '../../../shared/features/members/schemas/member.ts'
import {
  allows,
  everyPermission,
  type Permission,
  permissions,
  type Role,
  roleRefusal,
} from '../../../shared/permissions.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { activeAdmins, activeOwners } from './queries.ts'

/**
 * Returns what the caller may do in the project and in each environment. For missing permissions, includes the reason
 * and who could grant them.
 */
export async function can(ctx: ProjectCtx): Promise<Can> {
  const environments = await proveEnvironments(ctx.db, ctx.project)
  const admins = await activeAdmins(ctx.db, ctx.project.id)
  const owners = await activeOwners(ctx.db)
  const grantors: Grantor[] = [
    ...admins.map(({ id, name }) => ({ id, name, role: 'admin' as const })),
    // an owner who is also an admin is named once
    ...owners.flatMap(({ id, name }) =>
      admins.some((admin) => admin.id === id) ? [] : [{ id, name, role: 'owner' as const }],
    ),
  ]
  return {
    role: ctx.project.role,
    project: answersOf(ctx.project.role, ctx.project.name),
    environments: Object.fromEntries(environments.map(({ key, name, role }) => [key, answersOf(role, name)])),
    grantors,
  }
}

const answersOf = (role: Role, where: string): Record<Permission, Answer> =>
  // Safe cast: all permissions are keys, because they come from the table itself.
  Object.fromEntries(everyPermission.map((permission) => [permission, answerOf(role, permission, where)])) as Record<
    Permission,
    Answer
  >

function answerOf(role: Role, permission: Permission, where: string): Answer {
  if (allows(role, permission)) return { ok: true }
  const needs = permissions[permission]
  return { ok: false, reason: roleRefusal(permission, role, where), role, needs }
}
