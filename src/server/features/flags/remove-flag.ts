import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { Flag } from '../../../shared/features/flags/schemas/flag-view.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { getFlag } from './get-flag.ts'
import { deleteFlags, lockFlags, openChangesOfFlags } from './queries.ts'
import { requireFlagsUnread } from './require-flags-unread.ts'
import { flagView } from './view.ts'

/**
 * Deletes an archived flag for good, with its drafts, counts and exposures. Its key becomes available. The log and the
 * audit trail keep their records of it. Throws `flag/not-archived`, `flag/in-use` while an open change includes it,
 * `flag/read-by-build` while a live build reads it, and an error if `confirm` does not repeat its key.
 */
export async function removeFlag(
  ctx: ProjectCtx,
  input: { flag: string; confirm: string; despite?: DespiteBuilds | undefined },
): Promise<Flag> {
  return inTransaction(ctx, async (tx) => {
    await lockFlags(tx.db, tx.project, [input.flag])
    const row = await getFlag(tx, input.flag)
    const flag = flagView(row)
    if (input.confirm !== flag.key) {
      const problem = { path: 'confirm', problem: `it is "${input.confirm}"`, expected: `"${flag.key}"` }
      throw new FanionError('request/invalid', { problems: [problem] }, `Type ${flag.key} to delete it permanently.`)
    }
    if (flag.archivedAt === null) throw new FanionError('flag/not-archived', { flag: flag.key })
    const changes = (await openChangesOfFlags(tx.db, tx.project, [flag.key])).map((change) => change.number)
    if (changes.length > 0) {
      const names = changes.map((number) => `#${number}`).join(', ')
      const sentence = `${flag.key} can’t be deleted while open changes use it. Withdraw ${names} first.`
      throw new FanionError('flag/in-use', { changes }, sentence)
    }
    const builds = await requireFlagsUnread(tx, await proveEnvironments(tx.db, tx.project), [flag], input.despite)
    await deleteFlags(tx.db, tx.project, [row.key])
    const { name, description, type, variants, tags, permanence, createdAt, archivedAt } = flag
    await audit(tx, {
      action: 'flag.delete',
      subject: `${tx.project.key}/${flag.key}`,
      projectId: tx.project.id,
      before: { name, description, type, variants, tags, permanence, createdAt, archivedAt },
      ...(builds.length > 0 && {
        after: { despiteBuilds: { reason: input.despite?.reason, builds: builds.slice(0, 100) } },
      }),
    })
    return flag
  })
}
