import type { AppliedChange } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { act } from './act.ts'
import { applyChange } from './apply-change.ts'
import { get } from './get.ts'

/** Publishes an approved change to all its environments. */
export async function apply(ctx: ProjectCtx, input: { change: number }): Promise<AppliedChange> {
  const revisions = await act(ctx, input.change, 'apply', (tx, change) =>
    applyChange(tx, change, { action: 'apply', cleared: true }),
  )
  return { change: await get(ctx, input), revisions }
}
