import type { PromiseNews } from '../../../shared/features/promises/schemas/promise.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { eventsForOwner } from './event-queries.ts'

const sinceMs = 14 * 86_400_000
const most = 50

/**
 * Attempts and publishes by others in the last fourteen days that broke the caller's promises or were stopped by them,
 * newest first.
 */
export async function listInvariantNews(ctx: Ctx, projectIds: readonly string[]): Promise<PromiseNews[]> {
  const personId = personIdOf(ctx.actor)
  if (personId === null || projectIds.length === 0) return []
  const since = new Date(ctx.now().getTime() - sinceMs)
  const events = await eventsForOwner(ctx.db, personId, projectIds, since, most)
  return events.map(({ at, action, actorName, after, ...place }) => {
    // Safe cast: written by the server.
    const { sentence, reason = null, change = null, revision = null } = after as unknown as InvariantNewsItem
    return {
      at: at.toISOString(),
      kind: action === 'promise.broken' ? 'broken' : 'stopped',
      actor: actorName,
      project: place.project,
      projectName: place.projectName,
      environment: place.environment,
      promise: place.promise,
      name: place.name,
      ...{ sentence, reason, change, revision },
    }
  })
}

type InvariantNewsItem = Pick<PromiseNews, 'sentence'> & Partial<Pick<PromiseNews, 'reason' | 'change' | 'revision'>>
