import type { EmailChoice, EmailSettings } from '../../../shared/features/notifications/schemas/email-notification.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type LinkCtx } from '../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../platform/kernel/require-permission.ts'
import { getPerson } from '../access/accounts/get-person.ts'
import { emailPreferenceOf, upsertEmailPreference } from './queries.ts'

/** Returns which emails the caller receives. All by default. */
export async function readEmailPreferences(ctx: LinkCtx): Promise<EmailSettings> {
  const { id } = requireUserSession(ctx.actor)
  return { sends: ctx.mail !== null, ramps: (await emailPreferenceOf(ctx.db, id)) ?? 'all' }
}

export async function saveEmailPreferences(ctx: LinkCtx, input: { ramps: EmailChoice }): Promise<EmailSettings> {
  const { id } = requireUserSession(ctx.actor)
  return inTransaction(ctx, async (tx) => {
    const person = await getPerson(tx.db, id)
    const [before, after] = [{ ramps: (await emailPreferenceOf(tx.db, id)) ?? 'all' }, { ramps: input.ramps }]
    await upsertEmailPreference(tx.db, id, input.ramps)
    await audit(tx, { action: 'account.choose-letters', subject: person.email, before, after })
    return { sends: ctx.mail !== null, ramps: input.ramps }
  })
}
