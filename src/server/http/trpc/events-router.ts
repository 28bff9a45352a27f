import { z } from 'zod'
import { Key } from '../../../shared/schemas/keys.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import {
  EventIntake,
  EventReference,
  ForgetUnitInput,
  ForgottenUnit,
  SaveEventInput,
  TrackedEvent,
} from '../../../shared/schemas/tracked.ts'
import { archiveEvent } from '../../domain/events/archive-event.ts'
import { eventIntake } from '../../domain/events/event-intake.ts'
import { listEvents } from '../../domain/events/list-events.ts'
import { saveEvent } from '../../domain/events/save-event.ts'
import { forgetUnit } from '../../domain/telemetry/forget-unit.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** What units do, as a project declares it, and what of it arrived. */
export const eventsRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(TrackedEvent))
    .query(({ ctx }) => listEvents(ctx)),
  intake: mayInProject('project.read')
    .input(InProject.extend({ event: Key.nullable().default(null) }))
    .output(z.array(EventIntake))
    .query(({ ctx, input }) => eventIntake(ctx, input)),
  save: mayInProject('metric.edit')
    .input(SaveEventInput)
    .output(TrackedEvent)
    .mutation(({ ctx, input }) => saveEvent(ctx, input)),
  archive: mayInProject('metric.edit')
    .input(EventReference)
    .output(TrackedEvent)
    .mutation(({ ctx, input }) => archiveEvent(ctx, input)),
})

/** Whom units name. */
export const unitsRouter = t.router({
  forget: mayInProject('unit.forget')
    .input(ForgetUnitInput)
    .output(ForgottenUnit)
    .mutation(({ ctx, input }) => forgetUnit(ctx, input)),
})
