import { limits } from '../../../shared/limits.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import type { Mail } from '../../platform/kernel/mail.ts'
import { traced } from '../../platform/tracing/trace.ts'
import { experimentEmail } from './experiment-email.ts'
import { accountsWithAccess, deleteEmail, giveUpLetters, leaseEmail, postponeEmail } from './queries.ts'
import { rampEmail } from './ramp-email.ts'

/** A context that sends emails with links to this server. */
export type EmailCtx = Ctx & { readonly publicUrl: () => string; readonly mail: Mail }

/** Lease of an email in ms. Longer than a mail server can take for one. */
const heldMs = 5 * 60_000
/** Pauses in ms after failed attempts. The last one is repeated. */
const pausesMs = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000]
const atOnce = 100

/**
 * Sends the emails that are due, one by one, until sending one fails. Any number of servers may run this: each email is
 * leased by one server, and an email sent twice after a crash has the same id. Recipients who can no longer see the
 * project are skipped.
 * An email at which servers stopped is sent after all others, and is given up after a few of them.
 *
 * @param onTaken called with the id of the email being sent, and with null afterwards
 */
export async function sendQueuedEmails(
  ctx: EmailCtx,
  goesOn: () => boolean,
  onTaken: (id: string | null) => void = () => undefined,
): Promise<void> {
  for (const { id } of await giveUpLetters(ctx.db, ctx.now()))
    ctx.log.error(
      { letter: id },
      `${limits.interruptedTries} servers in a row stopped while they sent a letter; it is not sent`,
    )
  for (let count = 0; count < atOnce && goesOn(); count += 1) {
    const now = ctx.now()
    const since = new Date(now.getTime() - limits.letterKeptMs)
    const letter = await leaseEmail(ctx.db, { now, since, until: new Date(now.getTime() + heldMs) })
    if (!letter) return
    onTaken(letter.id)
    const { id, about, email, project, projectName, createdAt } = letter
    const [reader] = await accountsWithAccess(ctx.db, letter.projectId, [letter.personId])
    if (!reader) {
      await deleteEmail(ctx.db, id)
      onTaken(null)
      continue
    }
    const where = { publicUrl: ctx.publicUrl(), project, projectName, at: createdAt }
    const written = 'experiment' in about ? experimentEmail(about, where) : rampEmail(about, where)
    const failure = await traced('letter', {}, () => ctx.mail.send({ id, to: email, ...written })).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    if (failure === null || isRefused(failure)) {
      await deleteEmail(ctx.db, id)
      onTaken(null)
    }
    if (failure === null) continue
    ctx.log.warn({ letter: id, error: failure.message }, 'a letter could not be sent')
    if (isRefused(failure)) continue
    const pauseMs = pausesMs[Math.min(letter.attempts, pausesMs.length) - 1] ?? heldMs
    await postponeEmail(ctx.db, id, new Date(ctx.now().getTime() + pauseMs))
    onTaken(null)
    return
  }
}

/** Whether the mail server permanently rejects this recipient: a 5xx reply to `RCPT TO`. */
const isRefused = (error: Error): boolean =>
  'command' in error &&
  error.command === 'RCPT TO' &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
