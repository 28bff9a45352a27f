import type { InstanceRole, User } from '../../../../shared/features/access/schemas/account.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { getPerson, requireAnotherOwner } from './get-person.ts'
import { announceAccess, updatePerson } from './queries.ts'
import { userView } from './view.ts'

/** Changes an account's instance role. Throws `member/last-owner` when demoting the last owner. */
export async function setInstanceRole(ctx: Ctx, input: { userId: string; role: InstanceRole }): Promise<User> {
  return inTransaction(ctx, async (tx) => {
    if (input.role !== 'owner') await requireAnotherOwner(tx.db, input.userId)
    const person = await getPerson(tx.db, input.userId)
    if (person.instanceRole === input.role) return userView(person)
    await updatePerson(tx.db, person.id, { instanceRole: input.role })
    await announceAccess(tx.db)
    const [before, after] = [{ role: person.instanceRole }, { role: input.role }]
    await audit(tx, { action: 'user.set-role', subject: person.email, before, after })
    return userView({ ...person, instanceRole: input.role })
  })
}
