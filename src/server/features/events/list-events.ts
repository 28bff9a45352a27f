import type { TrackedEvent } from '../../../shared/features/usage/schemas/tracked.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { eventsOf } from './queries.ts'
import { eventView } from './view.ts'

/** Lists the events that a project declares by key, including archived ones. */
export const listEvents = async ({ db, project }: ProjectCtx): Promise<TrackedEvent[]> =>
  (await eventsOf(db, project)).map(eventView)
