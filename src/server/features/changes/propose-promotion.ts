import type { z } from 'zod'
import type { Change, ProposedEntry } from '../../../shared/features/changes/schemas/change.ts'
import type { PromoteInput } from '../../../shared/features/publishing/schemas/history.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { promotion } from '../publishing/promotion.ts'
import { saveChange } from './save-change.ts'

/**
 * Saves a change that brings exactly the named subjects from one environment to another, as they are there now. What they
 * need and `to` lacks must be named too, or the change is refused when it is put to review or published.
 */
export async function proposePromotion(ctx: ProjectCtx, input: z.output<typeof PromoteInput>): Promise<Change> {
  const { project, from, to, base, message } = input
  const { entries } = await promotion(ctx, input)
  const taken = entries.filter((entry) => entry.asked)
  const title = input.title ?? `${taken.map((entry) => entry.key).join(', ')} from ${from}`.slice(0, 100)
  return saveChange(ctx, {
    project,
    title,
    message,
    // a promotion holds documents of each entry's kind
    entries: taken.map(
      ({ kind, key, after }) => ({ environment: to, kind, key, base, document: after }) as ProposedEntry,
    ),
  })
}
