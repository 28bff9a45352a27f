import { z } from 'zod'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { Id } from '../../../../shared/schemas/keys.ts'
import { lockPerson } from '../../../features/access/accounts/queries.ts'
import { findProvider, hasIdentityAt, insertIdentity } from '../../../features/access/sso/queries.ts'
import { sendLinkedEmail } from '../../../features/notifications/linked-email.ts'
import type { Tx } from '../../db/pool.ts'
import { audit } from '../../kernel/audit.ts'
import { type Ctx, inTransaction, type LinkCtx, type SecretCtx } from '../../kernel/ctx.ts'

const purpose = 'link to a sign-in provider'
export const pendingLinkMs = 10 * 60_000

/** A provider's subject that may be linked to an account once the account's own sign-in confirms it. Times in ms. */
const PendingLink = z.strictObject({ providerId: Id, subject: z.string(), personId: Id, until: z.number() })
type PendingLink = Omit<z.infer<typeof PendingLink>, 'until'>

/** Seals a link that is confirmed by the account's own sign-in. Valid for ten minutes. */
export const sealPendingLink = (ctx: SecretCtx, link: PendingLink): string =>
  ctx.vault.seal(JSON.stringify({ ...link, until: ctx.now().getTime() + pendingLinkMs }), purpose)

/**
 * Links a provider's subject to an account: writes the identity and the audit event. Throws `auth/linked-elsewhere` if the
 * account already has a subject at this provider.
 */
export async function linkIdentity(tx: Ctx & { readonly db: Tx }, link: PendingLink): Promise<void> {
  const provider = await findProvider(tx.db, { id: link.providerId })
  const person = await lockPerson(tx.db, link.personId)
  if (!provider || !person) throw new FanionError('provider/not-found')
  if (await hasIdentityAt(tx.db, provider.id, person.id)) throw new FanionError('auth/linked-elsewhere')
  const { providerId, subject, personId } = link
  await insertIdentity(tx.db, { providerId, subject, personId, createdAt: tx.now() })
  await audit(tx, { action: 'account.link', subject: person.email, after: { provider: provider.key, subject } })
}

/**
 * Completes the link in the browser's cookie after its account has signed in by itself. Ignores a cookie that is
 * absent, expired or from another account, and a link that was already completed.
 */
export async function completePendingLink(ctx: SecretCtx & LinkCtx, cookie: string | undefined, personId: string) {
  const link = cookie === undefined ? undefined : openPendingLink(ctx, cookie)
  if (!link || link.personId !== personId || link.until < ctx.now().getTime()) return
  const provider = await findProvider(ctx.db, { id: link.providerId })
  if (!provider?.enabled) return
  const isLinked = await inTransaction(ctx, async (tx) => {
    const person = await lockPerson(tx.db, personId)
    if (!person || (await hasIdentityAt(tx.db, provider.id, personId))) return false
    const actor = { kind: 'system', id: null, name: `${provider.name} (single sign-on)` } as const
    await linkIdentity({ ...tx, actor }, link)
    return person.email
  })
  if (isLinked) sendLinkedEmail(ctx, isLinked, provider.name)
}

function openPendingLink(ctx: SecretCtx, cookie: string): z.infer<typeof PendingLink> | undefined {
  try {
    return PendingLink.parse(JSON.parse(ctx.vault.open(cookie, purpose)))
  } catch {
    // The cookie is from an older server, or was tampered with.
    return undefined
  }
}
