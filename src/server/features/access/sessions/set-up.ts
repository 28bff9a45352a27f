import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SetUpInput, User } from '../../../../shared/features/access/schemas/account.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { inTransaction, type SetUpCtx } from '../../../platform/kernel/ctx.ts'
import { proveSetUpToken } from '../../../platform/kernel/set-up-token.ts'
import { countAct } from '../accounts/attempts.ts'
import { refuseGuessable } from '../accounts/guessable-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { hasOwner, insertPerson, lockSetUp } from '../accounts/queries.ts'
import { userView } from '../accounts/view.ts'
import { openSession } from './open-session.ts'

/**
 * Creates the first owner and signs them in. Throws `setup/done` if an owner exists, before any costly check. Throws
 * `auth/token-invalid` without the set-up token if the server listens beyond localhost. Limited to 10 tries a minute
 * per address.
 */
export async function setUp(ctx: SetUpCtx, input: SetUpInput): Promise<{ user: User; token: string }> {
  if (await hasOwner(ctx.db)) throw new FanionError('setup/done')
  await countAct(ctx, 'set-up')
  proveSetUpToken(ctx.setUpToken, input.token)
  await refuseGuessable(input.password, 'password', [input.email, input.name])
  const passwordHash = await hashPassword(input.password, ctx)
  return inTransaction(ctx, async (tx) => {
    await lockSetUp(tx.db)
    if (await hasOwner(tx.db)) throw new FanionError('setup/done')
    const person = {
      id: ctx.newId(),
      email: input.email,
      name: input.name,
      instanceRole: 'owner' as const,
      passwordHash,
      disabledAt: null,
      lastSeenAt: null,
      locale: null,
      createdAt: ctx.now(),
    }
    await insertPerson(tx.db, person)
    await audit(tx, { action: 'account.set-up', subject: input.email, after: userView(person) })
    return { user: userView(person), token: await openSession(tx, person.id) }
  })
}
