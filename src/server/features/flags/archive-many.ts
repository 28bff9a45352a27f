import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { Flag } from '../../../shared/features/flags/schemas/flag-view.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { publishEverywhere } from '../publishing/publish-everywhere.ts'
import { headsOf } from '../publishing/queries.ts'
import { requireNoEnforcedInvariants } from '../publishing/require-no-enforced-invariants.ts'
import { getLocked } from './get-locked.ts'
import { updateFlag } from './queries.ts'
import { requireFlagsUnread } from './require-flags-unread.ts'
import { flagView } from './view.ts'

/**
 * Removes flags from all environments, all or none, with one revision in each. Archived flags are ignored. If an
 * environment requires approvals and still serves a flag's value, a change must remove that value first. Throws:
 * - `flag/required-by` while a remaining flag refers to one of them
 * - `promise/about` while an enforced promise names one of them
 * - `flag/read-by-build` while a live server build reads one, unless an admin gives a reason
 */
export async function archiveMany(
  ctx: ProjectCtx,
  input: { flags: readonly string[]; despite?: DespiteBuilds | undefined },
): Promise<Flag[]> {
  return inTransaction(ctx, async (tx) => {
    const flags = await getLocked(tx, input.flags)
    const live = flags.filter((flag) => !flag.archivedAt)
    const [first] = live
    if (!first) return flags.map(flagView)
    await requireNoEnforcedInvariants(
      tx,
      live.map(({ key }) => key),
    )
    const archivedAt = tx.now()
    const message = live.length === 1 ? `Archived flag ${first.key}` : `Archived ${counted(live.length, 'flag')}`
    const environments = await proveEnvironments(tx.db, tx.project)
    await requireFlagsUnread(tx, environments, live, input.despite)
    await publishEverywhere(
      tx,
      environments,
      message,
      async (environment) => {
        const subjects = live.map(({ key }) => ({ kind: 'flag' as const, key }))
        const there = new Set((await headsOf(tx.db, environment, subjects)).map(({ key }) => key))
        return subjects.filter(({ key }) => there.has(key)).map((subject) => ({ ...subject, document: null }))
      },
      input.despite,
    )
    for (const flag of live) {
      await updateFlag(tx.db, flag.id, { archivedAt, archivedBy: personIdOf(tx.actor) })
      await audit(tx, { action: 'flag.archive', subject: `${tx.project.key}/${flag.key}`, projectId: tx.project.id })
    }
    return flags.map((flag) => flagView({ ...flag, archivedAt: flag.archivedAt ?? archivedAt }))
  })
}
