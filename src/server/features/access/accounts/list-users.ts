import type { ListedUser } from '../../../../shared/features/access/schemas/account.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { everyPerson } from './queries.ts'
import { userView } from './view.ts'

/** Every account of this Fanion, ordered by name: for its owners. */
export const listUsers = async (ctx: Ctx): Promise<ListedUser[]> =>
  (await everyPerson(ctx.db)).map((row) => ({
    ...userView(row),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    hasPassword: Boolean(row.hasPassword),
    singleSignOn: Boolean(row.singleSignOn),
    twoFactor: row.twoFactorSince !== null,
    projects: Number(row.projects),
  }))
