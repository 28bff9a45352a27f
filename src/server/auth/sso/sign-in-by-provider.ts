import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { Email } from '../../../shared/schemas/account.ts'
import { Name } from '../../../shared/schemas/name.ts'
import type { Tx } from '../../db/pool.ts'
import { findPersonByEmail, insertPerson, lockPerson } from '../../domain/accounts/queries.ts'
import { followGroups } from '../../domain/members/follow-groups.ts'
import { openSession } from '../../domain/sessions/open-session.ts'
import { findIdentity, type findProvider, insertIdentity } from '../../domain/sso/queries.ts'
import { audit } from '../../kernel/audit.ts'
import { type Ctx, inTransaction, type SecretCtx } from '../../kernel/ctx.ts'
import { idTokenPurpose } from './providers.ts'

type Provider = NonNullable<Awaited<ReturnType<typeof findProvider>>>
type Claims = { sub: string; [claim: string]: unknown }

/**
 * Opens a session for whom the provider vouches, and returns its token. They are known by the provider's subject; at
 * the first time by their address, which must be of one of the provider's domains and one that it says it verified: an
 * address that anybody may write into their profile links to nobody. Somebody new gets
 * an account where the provider may make them.
 */
export async function signInByProvider(ctx: SecretCtx, provider: Provider, claims: Claims, idToken?: string) {
  const actor = { kind: 'system', id: null, name: `${provider.name} (single sign-on)` } as const
  return inTransaction({ ...ctx, actor }, async (tx) => {
    const person = await personOf(tx, provider, claims)
    if (person.disabledAt) throw notWelcome('This account is disabled. Ask an instance owner for help.')
    await followGroups(tx, person, provider, groupsOf(claims[provider.groupsClaim]))
    await audit(tx, { action: 'account.sign-in', subject: person.email, after: { by: provider.key } })
    const sealed = idToken ? ctx.vault.seal(idToken, idTokenPurpose) : null
    return openSession(tx, person.id, { providerId: provider.id, idToken: sealed })
  })
}

async function personOf(tx: Ctx & { readonly db: Tx }, provider: Provider, claims: Claims) {
  const identity = await findIdentity(tx.db, provider.id, claims.sub)
  const known = identity && (await lockPerson(tx.db, identity.personId))
  if (known) return known
  const email = addressOf(provider, claims)
  const person = (await findPersonByEmail(tx.db, email)) ?? (await newPerson(tx, provider, email, claims['name']))
  await insertIdentity(tx.db, {
    providerId: provider.id,
    subject: claims.sub,
    personId: person.id,
    createdAt: tx.now(),
  })
  return person
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
    // some send it as text
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
