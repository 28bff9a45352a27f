import type { ChosenLocale } from '../../../../shared/features/access/schemas/account.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { getPerson } from './get-person.ts'
import { updatePerson } from './queries.ts'

/** Sets the caller's language. With null, each browser decides. */
export async function chooseLocale(ctx: Ctx, input: ChosenLocale): Promise<ChosenLocale> {
  const { id } = requireUserSession(ctx.actor)
  return inTransaction(ctx, async (tx) => {
    const { email, locale } = await getPerson(tx.db, id)
    await updatePerson(tx.db, id, input)
    await audit(tx, { action: 'account.choose-language', subject: email, before: { locale }, after: input })
    return input
  })
}
