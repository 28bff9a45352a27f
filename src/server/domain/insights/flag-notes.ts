import type { FlagNotes } from '../../../shared/schemas/insights.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { settledAfterMs } from '../flags/project-index.ts'
import { indexOf } from '../flags/project-indexes.ts'
import { flagStates } from './flag-states.ts'

/** What `fanion pull` writes beside the type of each live flag; ordered by key. */
export async function flagNotes(ctx: ProjectCtx): Promise<FlagNotes> {
  const { flags } = await flagStates(ctx)
  const descriptions = new Map((await indexOf(ctx).flags(ctx, false)).map(({ flag }) => [flag.key, flag.description]))
  const since = ctx.now().getTime() - settledAfterMs
  return {
    flags: flags.map(({ flag, permanence, state, settled }) => ({
      flag,
      description: descriptions.get(flag) ?? '',
      settled:
        permanence === 'temporary' &&
        (state === 'settled' || state === 'stale') &&
        settled !== null &&
        Date.parse(settled.since) <= since
          ? { variant: settled.variant }
          : null,
    })),
  }
}
