import type { AppliedChange } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { applyChange } from './apply-change.ts'
import { readChange } from './read-change.ts'
import { transition } from './transition.ts'

/** Publishes a change without the approvals it lacks. The revisions are marked `bypassed` and carry the reason. */
export async function bypassApprovals(
  ctx: ProjectCtx,
  input: { change: number; reason: string },
): Promise<AppliedChange> {
  const { reason } = input
  const revisions = await transition(ctx, input.change, 'bypass', (tx, change) =>
    applyChange(tx, change, {
      action: 'bypass',
      cleared: true,
      mark: 'bypassed',
      remark: `(approval bypassed: ${reason})`,
      details: { reason },
    }),
  )
  return { change: await readChange(ctx, input), revisions }
}
