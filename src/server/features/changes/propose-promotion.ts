import type { z } from 'zod'
import type { Change, ProposedEntry } from '../../../shared/features/changes/schemas/change.ts'
import type { PromoteInput } from '../../../shared/features/publishing/schemas/history.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { computePromotion } from '../publishing/compute-promotion.ts'
import { saveChange } from './save-change.ts'

/**
 * Saves a change that copies the named subjects from one environment to another, in their current state. Dependencies
 * that `to` lacks must be named too; otherwise requesting review or publishing fails.
 */
export async function proposePromotion(ctx: ProjectCtx, input: z.output<typeof PromoteInput>): Promise<Change> {
  const { project, from, to, base, message } = input
  const { entries } = await computePromotion(ctx, input)
  const taken = entries.filter((entry) => entry.asked)
  const title = input.title ?? `${taken.map((entry) => entry.key).join(', ')} from ${from}`.slice(0, 100)
  return saveChange(ctx, {
    project,
    title,
    message,
    // Safe cast: a promotion's documents have the kind of their entry.
    entries: taken.map(
      ({ kind, key, after }) => ({ environment: to, kind, key, base, document: after }) as ProposedEntry,
    ),
  })
}
