import type { AppliedChange } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { act } from './act.ts'
import { applyChange } from './apply-change.ts'
import { get } from './get.ts'

/**
 * Publishes a draft at once. A protected environment asks for what it asks of any publish: a publisher, and no required
 * approvals unless flags are only turned off.
 */
export async function publish(ctx: ProjectCtx, input: { change: number }): Promise<AppliedChange> {
  const revisions = await act(ctx, input.change, 'publish', (tx, change) =>
    applyChange(tx, change, { action: 'publish', cleared: false }),
  )
  return { change: await get(ctx, input), revisions }
}
