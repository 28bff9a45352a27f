import type { Change } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { readChange } from './read-change.ts'
import { reviewChange } from './review-change.ts'
import { auditAct, transition } from './transition.ts'

/** Says something about a change, in any state; nothing else happens to it. */
export async function commentOnChange(ctx: ProjectCtx, input: { change: number; body: string }): Promise<Change> {
  await transition(ctx, input.change, 'comment', async (tx, change) => {
    await reviewChange(tx, change, 'comment', input.body)
    await auditAct(tx, change, 'comment', { state: change.row.state, body: input.body })
  })
  return readChange(ctx, input)
}
