import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { User } from '../../../shared/features/access/schemas/account.ts'
import type { AcceptInvitationInput, ShownInvitation } from '../../../shared/features/members/schemas/member.ts'
import { uniqueViolation } from '../../platform/db/failure.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { PersonTable } from '../../platform/db/schema.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { refuseGuessable } from '../access/accounts/guessable-password.ts'
import { hashPassword } from '../access/accounts/password.ts'
import { findPersonByEmail, insertPerson, updatePerson } from '../access/accounts/queries.ts'
import { tokenHash } from '../access/accounts/session-token.ts'
import { userView } from '../access/accounts/view.ts'
import { openSession } from '../access/sessions/open-session.ts'
import { insertMembership } from '../projects/queries.ts'
import { acceptInvitation, findInvitationByHash } from './queries.ts'

/** Returns what an invitation offers. Throws the errors of `accept`. */
export async function showInvitation(ctx: Ctx, input: { token: string }): Promise<ShownInvitation> {
  const found = await getInvitation(ctx.db, input.token, ctx.now())
  return {
    email: found.email,
    role: found.role,
    environments: found.environments,
    project: found.projectName,
    invitedBy: found.inviterName,
    expiresAt: found.expiresAt.toISOString(),
    hasAccount: (await findPersonByEmail(ctx.db, found.email)) !== undefined,
  }
}

/**
 * Accepts an invitation for the signed-in account with its address, or for a new account with name and password. A new
 * account is signed in, and `token` is its session. Throws:
 * - `invitation/not-found` for an unknown or revoked link, `invitation/expired` or `invitation/used`
 * - `auth/sign-in-required` if the address has an account
 * - `auth/forbidden` for another account's link
 */
export async function acceptInvite(
  ctx: Ctx,
  input: AcceptInvitationInput,
): Promise<{ user: User; token: string | null }> {
  const found = await getInvitation(ctx.db, input.token, ctx.now())
  const person = await findPersonByEmail(ctx.db, found.email)
  if (!person) return acceptAsNewcomer(ctx, found, input)
  if (ctx.actor.kind !== 'user') {
    throw new FanionError('auth/sign-in-required', {}, `Sign in as ${found.email}, then open the link again.`)
  }
  if (ctx.actor.id !== person.id) {
    throw new FanionError(
      'auth/forbidden',
      {},
      `This invitation is for ${found.email}, but you’re signed in as ${ctx.actor.email}.`,
    )
  }
  await inTransaction(ctx, (tx) => join(tx, found, person))
  return { user: userView(person), token: null }
}

type OpenInvitation = Awaited<ReturnType<typeof getInvitation>>

async function acceptAsNewcomer(ctx: Ctx, found: OpenInvitation, { name, password }: AcceptInvitationInput) {
  if (name === undefined || password === undefined) {
    const path = name === undefined ? 'name' : 'password'
    const problem = { path, problem: 'is missing', expected: 'your name and a password for the new account' }
    throw new FanionError('request/invalid', { problems: [problem] })
  }
  await refuseGuessable(password, 'password', [found.email, name])
  const person: PersonTable = {
    id: ctx.newId(),
    email: found.email,
    name,
    instanceRole: found.role === 'owner' ? 'owner' : 'member',
    passwordHash: await hashPassword(password, ctx),
    disabledAt: null,
    lastSeenAt: null,
    locale: null,
    createdAt: ctx.now(),
  }
  try {
    return await inTransaction(ctx, async (tx) => {
      await insertPerson(tx.db, person)
      await join(tx, found, person)
      return { user: userView(person), token: await openSession(tx, person.id) }
    })
  } catch (error) {
    // two concurrent clicks: the other request created the account
    if (uniqueViolation(error) === 'person_email_key') throw new FanionError('invitation/used')
    throw error
  }
}

async function join(tx: Ctx & { readonly db: Tx }, found: OpenInvitation, person: PersonTable): Promise<void> {
  if (!(await acceptInvitation(tx.db, found.id, tx.now()))) throw new FanionError('invitation/used')
  const { projectId, role, environments } = found
  if (role === 'owner') await updatePerson(tx.db, person.id, { instanceRole: 'owner' })
  if (projectId && role !== 'owner' && role !== 'member') {
    try {
      await insertMembership(tx.db, { projectId, personId: person.id, role, environments, createdAt: tx.now() })
    } catch (error) {
      if (uniqueViolation(error) === 'membership_pkey') throw new FanionError('member/exists')
      throw error
    }
  }
  await audit(tx, {
    action: 'invitation.accept',
    subject: found.projectKey ? `${found.projectKey}/${person.email}` : person.email,
    ...(projectId && { projectId }),
    after: { person: person.id, role, environments },
  })
}

async function getInvitation(db: Db, token: string, now: Date) {
  const found = await findInvitationByHash(db, tokenHash(token))
  if (!found || found.revokedAt) throw new FanionError('invitation/not-found', {}, 'This link isn’t valid.')
  if (found.acceptedAt) throw new FanionError('invitation/used')
  if (found.expiresAt <= now) throw new FanionError('invitation/expired')
  return found
}
