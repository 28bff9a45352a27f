import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SaveEventInput, TrackedEvent } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { insertEvent, lockEvents, updateEvent } from './queries.ts'
import { requireEventUnused } from './require-event-unused.ts'
import { eventView } from './view.ts'

/**
 * Declares an event or replaces its declaration. Data received earlier is unchanged. Redeclaring an archived event
 * restores it. Throws `event/key-taken` if another event's key differs only in case, and `event/in-use` if a metric
 * would lose its input.
 */
export async function saveEvent(ctx: ProjectCtx, input: z.output<typeof SaveEventInput>): Promise<TrackedEvent> {
  const { key, name, description, value, properties, fromClients } = input
  const definition = { value, properties, fromClients }
  return inTransaction(ctx, async (tx) => {
    const declared = await lockEvents(tx.db, tx.project)
    const was = declared.find((one) => one.key.toLowerCase() === key.toLowerCase())
    if (was && was.key !== key) {
      throw new FanionError('event/key-taken', { event: was.key }, `There is an event "${was.key}" already.`)
    }
    if (!was && declared.filter(({ archivedAt }) => archivedAt === null).length >= limits.eventsPerProject) {
      const details = { limit: 'eventsPerProject', value: limits.eventsPerProject }
      throw new FanionError('limit/reached', details, `A project can declare up to ${details.value} events.`)
    }
    if (was) await requireEventUnused(tx, declared, key, definition)
    const row = { name, description, definition: JSON.stringify(definition), archivedAt: null }
    const saved = was
      ? await updateEvent(tx.db, was.id, row)
      : await insertEvent(tx.db, { ...row, projectId: tx.project.id, key, createdAt: tx.now() })
    const { createdAt: _, ...after } = eventView(saved)
    await audit(tx, {
      action: 'event.save',
      subject: `${tx.project.key}/${key}`,
      projectId: tx.project.id,
      before: was && eventView(was),
      after,
    })
    return eventView(saved)
  })
}
