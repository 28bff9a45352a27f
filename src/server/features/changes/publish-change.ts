import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { AppliedChange } from '../../../shared/features/changes/schemas/change.ts'
import type { InvariantOverride } from '../../../shared/features/promises/schemas/promise.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { applyChange } from './apply-change.ts'
import { findChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { transition } from './transition.ts'

/**
 * `break` lists the promises broken knowingly; promises cannot be waived without approvals. `despite` is the reason for
 * breaking live builds.
 */
type Input = {
  change: number
  version?: number | undefined
  break?: InvariantOverride | undefined
  despite?: DespiteBuilds | undefined
}

/** Publishes a draft, as a direct publish would, or an approved change, to all its environments. */
export async function publishChange(ctx: ProjectCtx, input: Input): Promise<AppliedChange> {
  const row = await findChange(ctx.db, ctx.project, input.change)
  // if the state has changed by the time the change is locked, the action is rejected
  return row?.state === 'approved' ? applyApproved(ctx, input) : publishDraft(ctx, input)
}

/**
 * Publishes a draft immediately. A protected environment checks it like any publish: the caller must be a publisher,
 * and approvals must not be required unless the draft only turns flags off.
 */
async function publishDraft(ctx: ProjectCtx, input: Input): Promise<AppliedChange> {
  const revisions = await transition(ctx, input, 'publish', (tx, change) =>
    applyChange(tx, change, { action: 'publish', cleared: false, break: input.break, despite: input.despite }),
  )
  return { change: await readChange(ctx, input), revisions }
}

export async function applyApproved(ctx: ProjectCtx, input: Input): Promise<AppliedChange> {
  const revisions = await transition(ctx, input, 'apply', (tx, change) =>
    applyChange(tx, change, { action: 'apply', cleared: true, break: input.break, despite: input.despite }),
  )
  return { change: await readChange(ctx, input), revisions }
}

/** Publishes a change without its missing approvals. The revisions are marked `bypassed` and include the reason. */
export async function bypassApprovals(ctx: ProjectCtx, input: Input & { reason: string }): Promise<AppliedChange> {
  const { reason } = input
  const revisions = await transition(ctx, input, 'bypass', (tx, change) =>
    applyChange(tx, change, {
      action: 'bypass',
      cleared: true,
      break: input.break,
      mark: 'bypassed',
      remark: `(approval bypassed: ${reason})`,
      details: { reason },
    }),
  )
  return { change: await readChange(ctx, input), revisions }
}
