import type { Ctx } from '../../platform/kernel/ctx.ts'
import { traced } from '../../platform/tracing/trace.ts'
import { fireNext, type ScheduleHandlers } from './fire-next.ts'
import { anyDue } from './queries.ts'

/**
 * Applies all due schedules, earliest first. A schedule that fails is logged and retried in the next round, without
 * blocking the others.
 */
export async function fireDue(ctx: Ctx, whenDue: ScheduleHandlers): Promise<void> {
  if (!(await anyDue(ctx.db, ctx.now()))) return
  const tried = new Set<string>()
  for (let more = true; more; ) {
    const before = tried.size
    try {
      more = await traced('schedule', {}, () => fireNext(ctx, tried, whenDue))
    } catch (error) {
      if (tried.size === before) throw error
      ctx.log.error({ error: String(error) }, 'a scheduled change could not be applied; it is tried again')
    }
  }
}
