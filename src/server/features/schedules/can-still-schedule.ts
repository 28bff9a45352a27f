import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { allows, type Permission } from '../../../shared/permissions.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { proveProject, roleIn } from '../../platform/kernel/scope.ts'
import { findActivePerson } from '../access/accounts/queries.ts'
import { liveScopesOf } from '../access/keys/token-queries.ts'

type Maker = { personId: string | null; tokenId: string | null; madeBy: string }

/**
 * Whether the member or token that scheduled a change still has the permission in all its environments. Otherwise the
 * schedule is not applied.
 */
export const canStillSchedule = (
  ctx: Ctx,
  maker: Maker,
  project: string,
  environments: readonly ProvenEnvironment[],
): Promise<boolean> => stillHasPermission(ctx, maker, project, environments, 'change.schedule')

/**
 * Whether a member or token, for whom the system acts later, still has a permission in all of the given environments.
 */
export async function stillHasPermission(
  ctx: Ctx,
  maker: Maker,
  project: string,
  environments: readonly Pick<ProvenEnvironment, 'key'>[],
  permission: Permission,
): Promise<boolean> {
  const actor = await actorOf(ctx, maker)
  if (!actor) return false
  try {
    const theirs = await proveProject(ctx.db, actor, project)
    return environments.every(({ key }) => allows(roleIn(theirs, key), permission))
  } catch (error) {
    if (error instanceof FanionError) return false
    throw error
  }
}

/** The maker's current actor. Undefined if the account was disabled or deleted, or the token was revoked. */
async function actorOf({ db, now }: Ctx, { personId, tokenId, madeBy }: Maker): Promise<Actor | undefined> {
  if (personId !== null) {
    const person = await findActivePerson(db, personId)
    if (!person) return undefined
    const { id, name, email, instanceRole } = person
    return { kind: 'user', id, name, email, instanceRole, session: { id: '', authenticatedAt: now() } }
  }
  const scopes = tokenId === null ? undefined : await liveScopesOf(db, tokenId, now())
  return tokenId !== null && scopes ? { kind: 'token', id: tokenId, name: madeBy, person: null, scopes } : undefined
}
