import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { TrackedEvent } from '../../../shared/features/usage/schemas/tracked.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { lockEvents, updateEvent } from './queries.ts'
import { requireEventUnused } from './require-event-unused.ts'
import { eventView } from './view.ts'

/**
 * Stops accepting an event. Received data stays for the retention period. Declaring the event again restores it. Throws
 * `event/in-use` if a metric reads it.
 */
export async function archiveEvent(ctx: ProjectCtx, input: { event: string }): Promise<TrackedEvent> {
  return inTransaction(ctx, async (tx) => {
    const declared = await lockEvents(tx.db, tx.project)
    const was = declared.find((one) => one.key === input.event)
    if (!was) {
      const sentence = `${tx.project.name} doesn’t declare an event "${input.event}".`
      throw new FanionError('event/not-found', { event: input.event }, sentence)
    }
    if (was.archivedAt !== null) return eventView(was)
    await requireEventUnused(tx, declared, was.key, null)
    const archived = eventView(await updateEvent(tx.db, was.id, { archivedAt: tx.now() }))
    const subject = `${tx.project.key}/${was.key}`
    await audit(tx, { action: 'event.archive', subject, projectId: tx.project.id, before: eventView(was) })
    return archived
  })
}
