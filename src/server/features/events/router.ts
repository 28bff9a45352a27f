import { z } from 'zod'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import {
  EventIntake,
  EventReference,
  ForgetUnitInput,
  ForgottenUnit,
  SaveEventInput,
  TrackedEvent,
} from '../../../shared/features/usage/schemas/tracked.ts'
import { Key } from '../../../shared/schemas/keys.ts'
import { projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { forgetUnit } from '../usage/forget-unit.ts'
import { archiveEvent } from './archive-event.ts'
import { listEvents } from './list-events.ts'
import { readEventIntake } from './read-event-intake.ts'
import { saveEvent } from './save-event.ts'

export const eventsRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(TrackedEvent))
    .query(({ ctx }) => listEvents(ctx)),
  intake: projectProcedure('project.read')
    .input(InProject.extend({ event: Key.nullable().default(null) }))
    .output(z.array(EventIntake))
    .query(({ ctx, input }) => readEventIntake(ctx, input)),
  save: projectProcedure('metric.edit')
    .input(SaveEventInput)
    .output(TrackedEvent)
    .mutation(({ ctx, input }) => saveEvent(ctx, input)),
  archive: projectProcedure('metric.edit')
    .input(EventReference)
    .output(TrackedEvent)
    .mutation(({ ctx, input }) => archiveEvent(ctx, input)),
})

export const unitsRouter = t.router({
  forget: projectProcedure('unit.forget')
    .input(ForgetUnitInput)
    .output(ForgottenUnit)
    .mutation(({ ctx, input }) => forgetUnit(ctx, input)),
})
