import { z } from 'zod'
import { Change } from '../../../shared/features/changes/schemas/change.ts'
import { InEnvironment, InProject } from '../../../shared/features/projects/schemas/project.ts'
import {
  GuardSource,
  GuardSourceAnswer,
  GuardSourceReference,
  GuardSourceSecret,
  RampLooks,
  SaveGuardSourceInput,
} from '../../../shared/features/ramps/schemas/guard.ts'
import {
  AddFreezeInput,
  AdvanceRampInput,
  EditRampInput,
  FinishedRamp,
  Freeze,
  ListRampsInput,
  ProposeRampInput,
  Ramp,
  RampList,
  RampReasonInput,
  RampReference,
  RemoveFreezeInput,
  RemoveRampPlanInput,
  ResumeRampInput,
  SavedRampPlan,
  SaveRampPlanInput,
  SetWorkingHoursInput,
  WorkingHours,
} from '../../../shared/features/ramps/schemas/ramp.ts'
import { environmentProcedure, projectProcedure, requireConfirmedSession } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { finishRamp } from '../changes/finish-ramp.ts'
import { editRamp, proposeRamp } from '../changes/propose-ramp.ts'
import { addFreeze, listFreezes, removeFreeze } from '../schedules/freezes/freezes.ts'
import { readWorkingHours, setWorkingHours } from '../schedules/freezes/working-hours.ts'
import { continueRamp, pauseRamp, resumeRamp, undoRamp } from './act-on-ramp.ts'
import { listGuardSources, removeGuardSource, renewGuardSecret, saveGuardSource } from './guards/guard-sources.ts'
import { readGuardChecks } from './guards/read-guard-checks.ts'
import { testGuardSource } from './guards/test-source.ts'
import { listRampPlans, removeRampPlan, saveRampPlan } from './ramp-plans.ts'
import { listRamps, readRamp } from './read-ramps.ts'

/** Each procedure checks the permission in the ramp's environment itself, because it knows which it is. */
const someRamp = projectProcedure('change.edit')

export const rampsRouter = t.router({
  list: projectProcedure('project.read')
    .input(ListRampsInput)
    .output(RampList)
    .query(({ ctx, input }) => listRamps(ctx, input)),
  get: projectProcedure('project.read')
    .input(RampReference)
    .output(Ramp)
    .query(({ ctx, input }) => readRamp(ctx, input)),
  looks: projectProcedure('project.read')
    .input(RampReference)
    .output(RampLooks)
    .query(({ ctx, input }) => readGuardChecks(ctx, input)),
  propose: environmentProcedure('change.edit')
    .input(ProposeRampInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposeRamp(ctx, input)),
  edit: someRamp
    .input(EditRampInput)
    .output(Change)
    .mutation(({ ctx, input }) => editRamp(ctx, input)),
  pause: someRamp
    .input(RampReasonInput)
    .output(Ramp)
    .mutation(({ ctx, input }) => pauseRamp(ctx, input)),
  resume: someRamp
    .input(ResumeRampInput)
    .output(Ramp)
    .mutation(({ ctx, input }) => resumeRamp(ctx, input)),
  goOn: someRamp
    .input(AdvanceRampInput)
    .output(Ramp)
    .mutation(({ ctx, input }) => continueRamp(ctx, input)),
  rollBack: someRamp
    .input(RampReasonInput)
    .output(Ramp)
    .mutation(({ ctx, input }) => undoRamp(ctx, input)),
  finish: someRamp
    .input(AdvanceRampInput)
    .output(FinishedRamp)
    .mutation(({ ctx, input }) => finishRamp(ctx, input)),
})

export const rampPlansRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(SavedRampPlan))
    .query(({ ctx }) => listRampPlans(ctx)),
  save: someRamp
    .input(SaveRampPlanInput)
    .output(z.array(SavedRampPlan))
    .mutation(({ ctx, input }) => saveRampPlan(ctx, input)),
  remove: someRamp
    .input(RemoveRampPlanInput)
    .output(z.array(SavedRampPlan))
    .mutation(({ ctx, input }) => removeRampPlan(ctx, input)),
})

export const guardSourcesRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(GuardSource))
    .query(({ ctx }) => listGuardSources(ctx)),
  save: projectProcedure('webhook.edit')
    .use(requireConfirmedSession)
    .input(SaveGuardSourceInput)
    .output(z.array(GuardSource))
    .mutation(({ ctx, input }) => saveGuardSource(ctx, input)),
  test: projectProcedure('webhook.edit')
    .input(GuardSourceReference)
    .output(GuardSourceAnswer)
    .mutation(({ ctx, input }) => testGuardSource(ctx, input)),
  renewSecret: projectProcedure('webhook.edit')
    .use(requireConfirmedSession)
    .input(GuardSourceReference)
    .output(GuardSourceSecret)
    .mutation(({ ctx, input }) => renewGuardSecret(ctx, input)),
  remove: projectProcedure('webhook.edit')
    .input(GuardSourceReference)
    .output(z.array(GuardSource))
    .mutation(({ ctx, input }) => removeGuardSource(ctx, input)),
})

export const freezesRouter = t.router({
  list: environmentProcedure('project.read')
    .input(InEnvironment)
    .output(z.array(Freeze))
    .query(({ ctx }) => listFreezes(ctx)),
  add: environmentProcedure('freeze.edit')
    .input(AddFreezeInput)
    .output(z.array(Freeze))
    .mutation(({ ctx, input }) => addFreeze(ctx, input)),
  remove: environmentProcedure('freeze.edit')
    .input(RemoveFreezeInput)
    .output(z.array(Freeze))
    .mutation(({ ctx, input }) => removeFreeze(ctx, input)),
  hours: environmentProcedure('project.read')
    .input(InEnvironment)
    .output(WorkingHours.nullable())
    .query(({ ctx }) => readWorkingHours(ctx)),
  setHours: environmentProcedure('freeze.edit')
    .input(SetWorkingHoursInput)
    .output(WorkingHours.nullable())
    .mutation(({ ctx, input }) => setWorkingHours(ctx, input)),
})
