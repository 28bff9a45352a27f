import type { AppliedChange } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { applyChange } from './apply-change.ts'
import { readChange } from './read-change.ts'
import { transition } from './transition.ts'

/** Publishes an approved change to all its environments. */
export async function applyApproved(ctx: ProjectCtx, input: { change: number }): Promise<AppliedChange> {
  const revisions = await transition(ctx, input.change, 'apply', (tx, change) =>
    applyChange(tx, change, { action: 'apply', cleared: true }),
  )
  return { change: await readChange(ctx, input), revisions }
}
