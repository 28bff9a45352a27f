import type { TrackedEvent } from '../../../shared/features/usage/schemas/tracked.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { eventsOf } from './queries.ts'
import { eventView } from './view.ts'

/** The events that a project declares, ordered by key; archived ones too. */
export const listEvents = async ({ db, project }: ProjectCtx): Promise<TrackedEvent[]> =>
  (await eventsOf(db, project)).map(eventView)
