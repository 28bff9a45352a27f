import type { Flag } from '../../../shared/schemas/flag-view.ts'
import { personIdOf } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../kernel/ctx.ts'
import { proveEnvironments } from '../../kernel/scope.ts'
import { publishEverywhere } from '../revisions/publish-everywhere.ts'
import { getFlag } from './get-flag.ts'
import { lockFlag, updateFlag } from './queries.ts'
import { flagView } from './view.ts'

/**
 * Takes a flag out of every environment; its log stays, and `restore` brings it back. Refused with `flag/required-by`
 * while another flag names it. Archiving twice changes nothing.
 */
export async function archive(ctx: ProjectCtx, input: { flag: string }): Promise<Flag> {
  return inTransaction(ctx, async (tx) => {
    await lockFlag(tx.db, tx.project, input.flag)
    const flag = await getFlag(tx, input.flag)
    if (flag.archivedAt) return flagView(flag)
    const archivedAt = tx.now()
    await publishEverywhere(tx, await proveEnvironments(tx.db, tx.project), `Archived flag ${flag.key}`, () => ({
      kind: 'flag',
      key: flag.key,
      document: null,
    }))
    await updateFlag(tx.db, flag.id, { archivedAt, archivedBy: personIdOf(tx.actor) })
    await audit(tx, { action: 'flag.archive', subject: `${tx.project.key}/${flag.key}`, projectId: tx.project.id })
    return flagView({ ...flag, archivedAt })
  })
}
