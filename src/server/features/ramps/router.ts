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
  EditRampInput,
  FinishedRamp,
  Freeze,
  KeptRampPlan,
  ListRampsInput,
  ProposeRampInput,
  Ramp,
  RampList,
  RampReference,
  RemoveFreezeInput,
  RemoveRampPlanInput,
  ResumeRampInput,
  SaveRampPlanInput,
  SetWorkingHoursInput,
  WhyRampInput,
  WidenRampInput,
  WorkingHours,
} from '../../../shared/features/ramps/schemas/ramp.ts'
import { confirmed, mayInEnvironment, mayInProject } from '../../platform/http/trpc/may.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { finishRamp } from '../changes/finish-ramp.ts'
import { editRamp, proposeRamp } from '../changes/propose-ramp.ts'
import { addFreeze, listFreezes, removeFreeze } from '../schedules/freezes/freezes.ts'
import { readWorkingHours, setWorkingHours } from '../schedules/freezes/working-hours.ts'
import { goOnWithRamp, pauseRamp, resumeRamp, rollBackRamp } from './act-on-ramp.ts'
import { listGuardSources, removeGuardSource, renewGuardSecret, saveGuardSource } from './guards/guard-sources.ts'
import { readLooks } from './guards/read-looks.ts'
import { testGuardSource } from './guards/test-source.ts'
import { listRampPlans, removeRampPlan, saveRampPlan } from './ramp-plans.ts'
import { listRamps, readRamp } from './read-ramps.ts'

/** Each procedure checks the permission in the ramp's environment itself, because it knows which it is. */
const someRamp = mayInProject('change.edit')

export const rampsRouter = t.router({
  list: mayInProject('project.read')
    .input(ListRampsInput)
    .output(RampList)
    .query(({ ctx, input }) => listRamps(ctx, input)),
  get: mayInProject('project.read')
    .input(RampReference)
    .output(Ramp)
    .query(({ ctx, input }) => readRamp(ctx, input)),
  looks: mayInProject('project.read')
    .input(RampReference)
    .output(RampLooks)
    .query(({ ctx, input }) => readLooks(ctx, input)),
  propose: mayInEnvironment('change.edit')
    .input(ProposeRampInput)
    .output(Change)
    .mutation(({ ctx, input }) => proposeRamp(ctx, input)),
  edit: someRamp
    .input(EditRampInput)
    .output(Change)
    .mutation(({ ctx, input }) => editRamp(ctx, input)),
  pause: someRamp
    .input(WhyRampInput)
    .output(Ramp)
    .mutation(({ ctx, input }) => pauseRamp(ctx, input)),
  resume: someRamp
    .input(ResumeRampInput)
    .output(Ramp)
    .mutation(({ ctx, input }) => resumeRamp(ctx, input)),
  goOn: someRamp
    .input(WidenRampInput)
    .output(Ramp)
    .mutation(({ ctx, input }) => goOnWithRamp(ctx, input)),
  rollBack: someRamp
    .input(WhyRampInput)
    .output(Ramp)
    .mutation(({ ctx, input }) => rollBackRamp(ctx, input)),
  finish: someRamp
    .input(WidenRampInput)
    .output(FinishedRamp)
    .mutation(({ ctx, input }) => finishRamp(ctx, input)),
})

export const rampPlansRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(KeptRampPlan))
    .query(({ ctx }) => listRampPlans(ctx)),
  save: someRamp
    .input(SaveRampPlanInput)
    .output(z.array(KeptRampPlan))
    .mutation(({ ctx, input }) => saveRampPlan(ctx, input)),
  remove: someRamp
    .input(RemoveRampPlanInput)
    .output(z.array(KeptRampPlan))
    .mutation(({ ctx, input }) => removeRampPlan(ctx, input)),
})

export const guardSourcesRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject)
    .output(z.array(GuardSource))
    .query(({ ctx }) => listGuardSources(ctx)),
  save: mayInProject('webhook.edit')
    .use(confirmed)
    .input(SaveGuardSourceInput)
    .output(z.array(GuardSource))
    .mutation(({ ctx, input }) => saveGuardSource(ctx, input)),
  test: mayInProject('webhook.edit')
    .input(GuardSourceReference)
    .output(GuardSourceAnswer)
    .mutation(({ ctx, input }) => testGuardSource(ctx, input)),
  renewSecret: mayInProject('webhook.edit')
    .use(confirmed)
    .input(GuardSourceReference)
    .output(GuardSourceSecret)
    .mutation(({ ctx, input }) => renewGuardSecret(ctx, input)),
  remove: mayInProject('webhook.edit')
    .input(GuardSourceReference)
    .output(z.array(GuardSource))
    .mutation(({ ctx, input }) => removeGuardSource(ctx, input)),
})

export const freezesRouter = t.router({
  list: mayInEnvironment('project.read')
    .input(InEnvironment)
    .output(z.array(Freeze))
    .query(({ ctx }) => listFreezes(ctx)),
  add: mayInEnvironment('freeze.edit')
    .input(AddFreezeInput)
    .output(z.array(Freeze))
    .mutation(({ ctx, input }) => addFreeze(ctx, input)),
  remove: mayInEnvironment('freeze.edit')
    .input(RemoveFreezeInput)
    .output(z.array(Freeze))
    .mutation(({ ctx, input }) => removeFreeze(ctx, input)),
  hours: mayInEnvironment('project.read')
    .input(InEnvironment)
    .output(WorkingHours.nullable())
    .query(({ ctx }) => readWorkingHours(ctx)),
  setHours: mayInEnvironment('freeze.edit')
    .input(SetWorkingHoursInput)
    .output(WorkingHours.nullable())
    .mutation(({ ctx, input }) => setWorkingHours(ctx, input)),
})
