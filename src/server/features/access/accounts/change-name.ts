import type { User } from '../../../../shared/features/access/schemas/account.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { getPerson } from './get-person.ts'
import { updatePerson } from './queries.ts'
import { userView } from './view.ts'

/** Changes the caller's name. Earlier audit events keep the old name. */
export async function changeName(ctx: Ctx, input: { name: string }): Promise<User> {
  const { id } = requireUserSession(ctx.actor)
  return inTransaction(ctx, async (tx) => {
    const person = await getPerson(tx.db, id)
    await updatePerson(tx.db, id, { name: input.name })
    const [before, after] = [{ name: person.name }, { name: input.name }]
    await audit(tx, { action: 'account.change-name', subject: person.email, before, after })
    return userView({ ...person, name: input.name })
  })
}
