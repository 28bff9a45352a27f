import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type LinkCtx } from '../../../platform/kernel/ctx.ts'
import { countAttempt } from '../accounts/attempts.ts'
import { getPerson } from '../accounts/get-person.ts'
import { refuseGuessable } from '../accounts/guessable-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { announceAccess, deleteSessionsOf, findPersonByEmail, updatePerson } from '../accounts/queries.ts'
import { tokenHash } from '../accounts/session-token.ts'
import { countResets, findReset, insertReset, spendResets } from './reset-queries.ts'

/**
 * Sends a reset link to the account with this address. The work is done after the response, so neither content nor
 * timing reveals whether the account exists. Without a mail server, an owner can create a link instead.
 */
export async function requestReset(ctx: LinkCtx, input: { email: string }): Promise<{ accepted: true }> {
  await countAttempt(ctx, input.email)
  void sendReset(ctx, input.email).catch((error: unknown) => {
    ctx.log.error({ requestId: ctx.origin.requestId, error: String(error) }, 'a reset could not be sent')
  })
  return { accepted: true }
}

const hourMs = 3_600_000

async function sendReset(ctx: LinkCtx, email: string): Promise<void> {
  const person = await findPersonByEmail(ctx.db, email)
  if (!person || person.disabledAt || !ctx.mail) return
  // prevents a third party from flooding the mailbox
  const since = new Date(ctx.now().getTime() - hourMs)
  if ((await countResets(ctx.db, person.id, since)) >= limits.passwordResetsPerHour) return
  const link = await inTransaction(ctx, async (tx) => {
    await audit(tx, { action: 'account.request-reset', subject: person.email })
    return makeLink(tx, person.id)
  })
  const text = [
    'Someone asked to reset the password of your Fanion account. To set a new one, open this link within one hour:',
    link,
    'If this wasn’t you, you can ignore this email. Your password hasn’t changed.',
  ].join('\n\n')
  await ctx.mail.send({ to: person.email, subject: 'Reset your Fanion password', text })
}

/** Creates a reset link for an account and returns it once. Owners use it in installations without mail. */
export async function makeResetLink(ctx: LinkCtx, input: { userId: string }): Promise<{ link: string }> {
  return inTransaction(ctx, async (tx) => {
    const person = await getPerson(tx.db, input.userId)
    await audit(tx, { action: 'user.make-reset-link', subject: person.email })
    return { link: await makeLink(tx, person.id) }
  })
}

/**
 * Sets the password with a reset link and ends all sessions of the account. Throws `auth/token-invalid` for an unknown
 * or used link, and `auth/token-expired` after an hour.
 */
export async function resetPassword(ctx: Ctx, input: { token: string; password: string }): Promise<{ changed: true }> {
  const hash = tokenHash(input.token)
  const found = await findReset(ctx.db, hash)
  if (!found || found.usedAt)
    throw new FanionError('auth/token-invalid', {}, 'This link was already used or is incomplete.')
  if (found.expiresAt <= ctx.now()) throw new FanionError('auth/token-expired', {}, 'This link has expired.')
  await refuseGuessable(input.password, 'password', [found.email, found.name])
  const passwordHash = await hashPassword(input.password, ctx)
  await inTransaction(ctx, async (tx) => {
    const person = await getPerson(tx.db, found.personId)
    // the row lock above serializes two uses of one link
    if ((await findReset(tx.db, hash))?.usedAt) throw new FanionError('auth/token-invalid')
    await spendResets(tx.db, person.id, tx.now())
    await updatePerson(tx.db, person.id, { passwordHash })
    await deleteSessionsOf(tx.db, person.id)
    await announceAccess(tx.db)
    await audit(tx, { action: 'account.reset-password', subject: person.email })
  })
  return { changed: true }
}

async function makeLink(ctx: LinkCtx & { readonly db: Tx }, personId: string): Promise<string> {
  const token = ctx.newSecret(32)
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + limits.passwordResetMs)
  await insertReset(ctx.db, {
    id: ctx.newId(),
    personId,
    tokenHash: tokenHash(token),
    createdAt,
    expiresAt,
    usedAt: null,
  })
  return `${ctx.publicUrl()}/reset/${token}`
}
