import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { Email } from '../../../../shared/features/access/schemas/account.ts'
import { Name } from '../../../../shared/schemas/name.ts'
import { findPersonByEmail, insertPerson, lockPerson } from '../../../features/access/accounts/queries.ts'
import { hasSecondFactor } from '../../../features/access/second-factor/queries.ts'
import { openSession } from '../../../features/access/sessions/open-session.ts'
import { findIdentity, type findProvider, hasIdentityAt, insertIdentity } from '../../../features/access/sso/queries.ts'
import { syncGroupMemberships } from '../../../features/members/sync-group-memberships.ts'
import { sendLinkedEmail } from '../../../features/notifications/linked-email.ts'
import type { Tx } from '../../db/pool.ts'
import { audit } from '../../kernel/audit.ts'
import { type Ctx, inTransaction, type LinkCtx, type SecretCtx } from '../../kernel/ctx.ts'
import { linkIdentity, sealPendingLink } from './link-identity.ts'
import { idTokenPurpose } from './providers.ts'

type Provider = NonNullable<Awaited<ReturnType<typeof findProvider>>>
type Claims = { sub: string; [claim: string]: unknown }

/** The token of a new session, or a link that the account's own sign-in must confirm first. */
type ProviderSignIn = { kind: 'session'; token: string } | { kind: 'unconfirmed-link'; pendingLink: string }

/**
 * Signs in the person that a provider vouches for. The provider's subject identifies them. An unknown subject is
 * matched by email address once: the address must be verified by the provider and belong to one of its domains. It then
 * creates an account, or is linked to the existing one.
 *
 * An account that has a subject at this provider is never linked to a second one (`auth/linked-elsewhere`). An account
 * with a second factor is linked only after it has signed in by itself.
 */
export async function signInByProvider(
  ctx: SecretCtx & LinkCtx,
  provider: Provider,
  claims: Claims,
  idToken?: string,
): Promise<ProviderSignIn> {
  const actor = { kind: 'system', id: null, name: `${provider.name} (single sign-on)` } as const
  const { result, linkedEmail } = await inTransaction({ ...ctx, actor }, async (tx) => {
    const match = await matchPerson(tx, provider, claims)
    const { person } = match
    if (person.disabledAt) throw notWelcome('This account is disabled. Ask an instance owner for help.')
    const link = { providerId: provider.id, subject: claims.sub, personId: person.id }
    if (match.by === 'address' && (await hasSecondFactor(tx.db, person.id))) {
      return { result: { kind: 'unconfirmed-link' as const, pendingLink: sealPendingLink(ctx, link) } }
    }
    if (match.by === 'address') await linkIdentity(tx, link)
    await syncGroupMemberships(tx, person, provider, groupsOf(claims[provider.groupsClaim]))
    await audit(tx, { action: 'account.sign-in', subject: person.email, after: { by: provider.key } })
    const sealed = idToken ? ctx.vault.seal(idToken, idTokenPurpose) : null
    const token = await openSession(tx, person.id, { providerId: provider.id, idToken: sealed })
    return {
      result: { kind: 'session' as const, token },
      linkedEmail: match.by === 'address' ? person.email : undefined,
    }
  })
  if (linkedEmail !== undefined) sendLinkedEmail(ctx, linkedEmail, provider.name)
  return result
}

/** Finds the account by subject, then by verified email address. Creates one if neither matches. */
async function matchPerson(tx: Ctx & { readonly db: Tx }, provider: Provider, claims: Claims) {
  const identity = await findIdentity(tx.db, provider.id, claims.sub)
  const known = identity && (await lockPerson(tx.db, identity.personId))
  if (known) return { by: 'subject' as const, person: known }
  const email = addressOf(provider, claims)
  const account = await findPersonByEmail(tx.db, email)
  if (account && (await hasIdentityAt(tx.db, provider.id, account.id))) throw new FanionError('auth/linked-elsewhere')
  if (account) return { by: 'address' as const, person: account }
  const person = await newPerson(tx, provider, email, claims['name'])
  const identityRow = { providerId: provider.id, subject: claims.sub, personId: person.id, createdAt: tx.now() }
  await insertIdentity(tx.db, identityRow)
  return { by: 'creation' as const, person }
}

async function newPerson(tx: Ctx & { readonly db: Tx }, provider: Provider, email: string, claimed: unknown) {
  if (!provider.createsPeople)
    throw notWelcome(`${email} doesn’t have an account here. Ask an admin for an invitation.`)
  const name = Name.safeParse(claimed)
  const person = {
    id: tx.newId(),
    email,
    name: name.success ? name.data : email,
    instanceRole: 'member' as const,
    passwordHash: null,
    disabledAt: null,
    lastSeenAt: null,
    locale: null,
    createdAt: tx.now(),
  }
  await insertPerson(tx.db, person)
  await audit(tx, { action: 'user.create', subject: email, after: { by: provider.key } })
  return person
}

function addressOf(provider: Provider, claims: Claims): string {
  const email = Email.safeParse(claims['email'])
  if (!email.success) throw notWelcome(`${provider.name} didn’t share your email address.`)
  const domain = email.data.split('@').at(-1) ?? ''
  if (provider.domains.includes(domain)) {
    // Some providers send the claim as a string.
    if (claims['email_verified'] === true || claims['email_verified'] === 'true') return email.data
    throw notWelcome(`${provider.name} does not say that ${email.data} is verified (email_verified).`)
  }
  throw notWelcome(`${email.data} isn’t in a domain that ${provider.name} is allowed to sign in here.`)
}

const groupsOf = (claim: unknown): string[] => {
  const list: unknown[] = Array.isArray(claim) ? claim : [claim]
  return list.filter((one) => typeof one === 'string')
}

const notWelcome = (sentence: string) => new FanionError('auth/wrong-credentials', {}, sentence)
