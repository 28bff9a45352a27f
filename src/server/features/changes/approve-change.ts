import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ApproveChangeInput, Change } from '../../../shared/features/changes/schemas/change.ts'
import { allows } from '../../../shared/permissions.ts'
import type { Results } from '../../platform/db/change-tables.ts'
import { nameOf, personIdOf } from '../../platform/kernel/actor.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import { countedApprovals, isApproved } from './approvals.ts'
import { atFinalStep } from './at-final-step.ts'
import { checkChangeInvariants } from './check-change-invariants.ts'
import { updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { approvalsOf, insertReview } from './review-queries.ts'
import { type ActCtx, auditAct, type LockedChange, transition } from './transition.ts'

/**
 * Approves the version that the reviewer read, in the environments that their session or token scope allows. The change
 * becomes approved once each environment has enough approvals from members who may approve there and are not among its
 * authors. Repeated approvals count once. A change that would break a promise now cannot be approved
 * (`promise/broken`), unless an admin breaks the promise with a reason.
 */
export async function approveChange(ctx: ProjectCtx, input: z.output<typeof ApproveChangeInput>): Promise<Change> {
  await transition(ctx, input, 'approve', async (tx, change) => {
    const reviewerId = personIdOf(tx.actor)
    if (reviewerId === null) {
      throw new FanionError('auth/forbidden', {}, 'Only people can approve changes. Service tokens can’t.')
    }
    const { id } = change.row
    await checkChangeInvariants(tx, change.merged, tx.now(), input.break)
    await checkChangeInvariants(tx, await atFinalStep(tx.db, id, change.merged), tx.now(), input.break)
    // the reason also appears in the discussion
    const body = [input.body, input.break && `Breaks ${input.break.promises.join(', ')}: ${input.break.reason}`]
      .filter((part) => part)
      .join('\n\n')
    await insertReview(tx.db, {
      id: tx.newId(),
      changeId: id,
      reviewerId,
      reviewerName: nameOf(tx.actor),
      verdict: 'approve',
      body,
      at: tx.now(),
      voidSince: null,
      voidBecause: null,
      results: JSON.stringify(approved(change)),
      seen: JSON.stringify(await seenIn(tx, change)),
    })
    const { results, secondLook } = change.row
    const given = await approvalsOf(tx.db, tx.project, id)
    const approvals = countedApprovals(given, change.environments, results, secondLook)
    const state = isApproved(approvals) ? 'approved' : 'in-review'
    const decidedAt = state === 'approved' ? tx.now() : null
    await updateChange(tx.db, id, { state, decidedAt, updatedAt: tx.now() })
    await auditAct(tx, change, 'approve', {
      state,
      version: input.version,
      body,
      ...(input.break && { break: input.break }),
    })
  })
  return readChange(ctx, input)
}

/** The newest revision of each environment of the change. Locks keep it stable during the approval. */
async function seenIn(ctx: ActCtx, { environments }: LockedChange): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  for (const environment of environments) seen[environment.id] = await headNumberOf(ctx.db, environment)
  return seen
}

/** The results of the change in the environments where the caller may approve. */
function approved({ row, environments }: LockedChange): Results {
  const there = environments.filter(({ role }) => allows(role, 'change.approve'))
  return Object.fromEntries(
    there.flatMap(({ id }) => {
      const result = row.results?.[id]
      return result === undefined ? [] : [[id, result]]
    }),
  )
}
