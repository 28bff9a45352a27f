import type { TrackedEvent } from '../../../shared/schemas/tracked.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { eventsOf } from './queries.ts'
import { eventView } from './view.ts'

/** The events that a project declares, ordered by key; archived ones too. */
export const listEvents = async ({ db, project }: ProjectCtx): Promise<TrackedEvent[]> =>
  (await eventsOf(db, project)).map(eventView)
