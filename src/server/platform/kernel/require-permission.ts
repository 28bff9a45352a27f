import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import { allows, type Permission, permissions, type Role, roleRefusal, roles } from '../../../shared/permissions.ts'
import type { Actor } from './actor.ts'

/** Throws `auth/forbidden`, with the permission and the roles that have it, unless the role has it. */
export function requirePermission(role: Role, permission: Permission, where: string): void {
  if (allows(role, permission)) return
  const needed = permissions[permission]
  throw new FanionError(
    'auth/forbidden',
    { permission, role, needs: needed, roles: roles.slice(roles.indexOf(needed)) },
    roleRefusal(permission, role, where),
  )
}

/** Returns the signed-in user. Throws `auth/sign-in-required`, or `auth/forbidden` for a token. */
export function requireUserSession(actor: Actor): Extract<Actor, { kind: 'user' }> {
  if (actor.kind === 'user') return actor
  if (actor.kind !== 'token') throw new FanionError('auth/sign-in-required')
  throw new FanionError('auth/forbidden', {}, 'API tokens can’t do this. Sign in and try again.')
}

/** Returns the signed-in user or token. Throws `auth/sign-in-required` for anyone else. */
export function requireCaller(actor: Actor): Extract<Actor, { kind: 'user' | 'token' }> {
  if (actor.kind === 'user' || actor.kind === 'token') return actor
  throw new FanionError('auth/sign-in-required')
}

/** Whether the caller is an instance owner: a signed-in owner, or an owner's token with that scope. */
export const isOwner = (actor: Actor): boolean => {
  if (actor.kind === 'token') {
    return actor.person?.instanceRole === 'owner' && actor.scopes.some(({ role }) => role === 'owner')
  }
  return actor.kind === 'system' || (actor.kind === 'user' && actor.instanceRole === 'owner')
}

/**
 * Throws `auth/confirm-required` if a user last authenticated more than an hour ago, so that a stolen session alone
 * cannot change keys, members or security. Tokens have no session and are limited by their scopes.
 */
export function confirmedRecently(actor: Actor, now: Date): void {
  if (actor.kind !== 'user') return
  if (now.getTime() - actor.session.authenticatedAt.getTime() >= limits.reauthenticateMs) {
    throw new FanionError('auth/confirm-required')
  }
}
