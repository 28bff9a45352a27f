import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/kernel/ctx.ts'
import { accountsAmong } from './queries.ts'

/** Failed sign-in attempts for one account name, or with null if none was given. */
export type FailedSignIns = { account: string | null; attempts: number; addresses: readonly string[] }

const namedAtMost = 10
const addressesAtMost = 10

/**
 * Writes failed sign-ins to the audit trail: one event for each of the ten existing accounts with the most attempts,
 * and one for all others together. An attacker can therefore add at most eleven events per call.
 */
export async function recordFailedSignIns(ctx: Ctx, failed: readonly FailedSignIns[]): Promise<void> {
  if (failed.length === 0) return
  const tried = failed.toSorted((a, b) => b.attempts - a.attempts)
  const accounts = new Set(
    await accountsAmong(
      ctx.db,
      tried.flatMap(({ account }) => account ?? []),
    ),
  )
  const named = tried.filter(({ account }) => account !== null && accounts.has(account)).slice(0, namedAtMost)
  const others = tried.filter((one) => !named.includes(one))
  const action = 'account.sign-in-failed'
  await inTransaction(ctx, async (tx) => {
    for (const { account, attempts, addresses } of named) {
      await audit(tx, { action, subject: account ?? '', after: { attempts, addresses } })
    }
    if (others.length === 0) return
    const attempts = others.reduce((sum, one) => sum + one.attempts, 0)
    const addresses = [...new Set(others.flatMap((one) => one.addresses))].slice(0, addressesAtMost)
    await audit(tx, { action, subject: 'other accounts', after: { attempts, accounts: others.length, addresses } })
  })
}
