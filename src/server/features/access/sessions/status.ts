import type { AccountStatus } from '../../../../shared/features/access/schemas/account.ts'
import { version } from '../../../../shared/version.ts'
import type { SetUpCtx } from '../../../platform/kernel/ctx.ts'
import { findPerson, hasOwner } from '../accounts/queries.ts'
import { userView } from '../accounts/view.ts'

/** Returns whether an owner exists yet, and who the caller is. Never rejects a caller. */
export async function status(ctx: SetUpCtx): Promise<AccountStatus> {
  const person = ctx.actor.kind === 'user' ? await findPerson(ctx.db, ctx.actor.id) : undefined
  const setUp = person !== undefined || (await hasOwner(ctx.db))
  const asksToken = !setUp && ctx.setUpToken !== null
  return { setUp, asksToken, user: person ? userView(person) : null, locale: person?.locale ?? null, version }
}
