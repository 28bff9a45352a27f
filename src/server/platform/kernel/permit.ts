import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import { allows, type Permission, permissions, type Role, roleRefusal, roles } from '../../../shared/permissions.ts'
import type { Actor } from './actor.ts'

/** Refuses with `auth/forbidden`, naming the permission and the roles that have it, unless the role has it. */
export function permit(role: Role, permission: Permission, where: string): void {
  if (allows(role, permission)) return
  const needed = permissions[permission]
  throw new FanionError(
    'auth/forbidden',
    { permission, role, needs: needed, roles: roles.slice(roles.indexOf(needed)) },
    roleRefusal(permission, role, where),
  )
}

/** The signed-in person, or `auth/sign-in-required`; a token is refused with `auth/forbidden`. */
export function signedIn(actor: Actor): Extract<Actor, { kind: 'user' }> {
  if (actor.kind === 'user') return actor
  if (actor.kind !== 'token') throw new FanionError('auth/sign-in-required')
  throw new FanionError('auth/forbidden', {}, 'API tokens can’t do this. Sign in and try again.')
}

/** Whoever may be known by name, a signed-in person or a token, or `auth/sign-in-required`. */
export function caller(actor: Actor): Extract<Actor, { kind: 'user' | 'token' }> {
  if (actor.kind === 'user' || actor.kind === 'token') return actor
  throw new FanionError('auth/sign-in-required')
}

/** Whether the caller owns this Fanion: an owner who is signed in, or their token with that scope. */
export const isOwner = (actor: Actor): boolean => {
  if (actor.kind === 'token') {
    return actor.person?.instanceRole === 'owner' && actor.scopes.some(({ role }) => role === 'owner')
  }
  return actor.kind === 'system' || (actor.kind === 'user' && actor.instanceRole === 'owner')
}

/**
 * Refuses with `auth/confirm-required` a person who proved who they are longer ago than an hour: for keys, members and
 * security a stolen session alone is not enough. A token has no session, and its scopes are its limit.
 */
export function confirmedRecently(actor: Actor, now: Date): void {
  if (actor.kind !== 'user') return
  if (now.getTime() - actor.session.authenticatedAt.getTime() >= limits.reauthenticateMs) {
    throw new FanionError('auth/confirm-required')
  }
}
