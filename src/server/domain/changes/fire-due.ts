import type { Ctx } from '../../kernel/ctx.ts'
import { fireNext } from './fire-next.ts'
import { anyDue } from './schedule-queries.ts'

/**
 * Applies every scheduled change that is due, the earliest first. One that breaks is logged and tried again in the next
 * round; it does not hold up the others.
 */
export async function fireDue(ctx: Ctx): Promise<void> {
  if (!(await anyDue(ctx.db, ctx.now()))) return
  const tried = new Set<string>()
  for (let more = true; more; ) {
    const before = tried.size
    try {
      more = await fireNext(ctx, tried)
    } catch (error) {
      if (tried.size === before) throw error
      ctx.log.error({ error: String(error) }, 'a scheduled change could not be applied; it is tried again')
    }
  }
}
