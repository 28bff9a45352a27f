import type { Change } from '../../../shared/schemas/change.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { act, auditAct } from './act.ts'
import { discuss } from './discuss.ts'
import { get } from './get.ts'

/** Says something about a change, in any state; nothing else happens to it. */
export async function comment(ctx: ProjectCtx, input: { change: number; body: string }): Promise<Change> {
  await act(ctx, input.change, 'comment', async (tx, change) => {
    await discuss(tx, change, 'comment', input.body)
    await auditAct(tx, change, 'comment', { state: change.row.state, body: input.body })
  })
  return get(ctx, input)
}
