import type { AppliedChange } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { act } from './act.ts'
import { applyChange } from './apply-change.ts'
import { get } from './get.ts'

/** Publishes a change without the approvals it lacks. The revisions are marked `bypassed` and carry the reason. */
export async function bypass(ctx: ProjectCtx, input: { change: number; reason: string }): Promise<AppliedChange> {
  const { reason } = input
  const revisions = await act(ctx, input.change, 'bypass', (tx, change) =>
    applyChange(tx, change, {
      action: 'bypass',
      cleared: true,
      mark: 'bypassed',
      remark: `(approval bypassed: ${reason})`,
      details: { reason },
    }),
  )
  return { change: await get(ctx, input), revisions }
}
