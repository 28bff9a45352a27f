import type { FlagNotes } from '../../../shared/features/insights/schemas/insights.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { settledAfterMs } from '../flags/project-index.ts'
import { flagsWithEvidence } from './flag-states.ts'
import { lifecycleStateOf } from './lifecycle-state-of.ts'

/** Returns the comments that `fanion pull` writes next to each active flag's type, by key. */
export async function readFlagComments(ctx: ProjectCtx): Promise<FlagNotes> {
  const { found } = await flagsWithEvidence(ctx)
  const since = ctx.now().getTime() - settledAfterMs
  return {
    flags: found.map(({ row: { flag }, evidence, held }) => {
      const state = lifecycleStateOf(evidence)
      const isOver = flag.permanence === 'temporary' && (state === 'settled' || state === 'stale')
      const settled = isOver && held !== undefined && held.sinceMs <= since ? { variant: held.variant || null } : null
      return { flag: flag.key, description: flag.description, settled }
    }),
  }
}
