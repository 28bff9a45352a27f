import type { ListedUser } from '../../../../shared/features/access/schemas/account.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { everyPerson } from './queries.ts'
import { userView } from './view.ts'

/** Returns all accounts of this instance by name. For owners only. */
export const listUsers = async (ctx: Ctx): Promise<ListedUser[]> =>
  (await everyPerson(ctx.db)).map((row) => ({
    ...userView(row),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    hasPassword: Boolean(row.hasPassword),
    singleSignOn: Boolean(row.singleSignOn),
    twoFactor: row.twoFactorSince !== null,
    projects: Number(row.projects),
  }))
