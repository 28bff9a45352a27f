import { z } from 'zod'
import {
  ArchiveFlagInput,
  ArchiveManyInput,
  CreateFlagInput,
  DeleteFlagInput,
  Flag,
  FlagAsOfInput,
  FlagKey,
  FlagKeysInput,
  FlagList,
  FlagPage,
  FlagReference,
  FlagsAsOfInput,
  ListFlagsInput,
  RestoreManyInput,
  SwitchFlagInput,
  UpdateFlagInput,
} from '../../../shared/features/flags/schemas/flag-view.ts'
import { Revision } from '../../../shared/features/publishing/schemas/revision.ts'
import { Key } from '../../../shared/schemas/keys.ts'
import { environmentProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { type TrpcCtx, t } from '../../platform/http/trpc/trpc.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { stateByKey } from '../insights/flag-states.ts'
import { archiveFlag } from './archive-flag.ts'
import { archiveMany } from './archive-many.ts'
import { createFlag } from './create-flag.ts'
import { editFlag } from './edit-flag.ts'
import { getAsOf } from './get-as-of.ts'
import { keys } from './keys.ts'
import { listAsOf } from './list-as-of.ts'
import { listFlags } from './list-flags.ts'
import { listRequirers } from './list-requirers.ts'
import { readFlag } from './read-flag.ts'
import { removeFlag } from './remove-flag.ts'
import { restoreFlag } from './restore-flag.ts'
import { restoreMany } from './restore-many.ts'
import { switchFlag } from './switch-flag.ts'

/** Computing the states of all flags is charged and queued as in `insights.states`. */
const statesFor = (ctx: ProjectCtx & Pick<TrpcCtx, 'spend' | 'inTurn'>) => () => {
  ctx.spend('insights.states')
  return ctx.inTurn(() => stateByKey(ctx))
}

export const flagsRouter = t.router({
  list: projectProcedure('project.read')
    .input(ListFlagsInput)
    .output(FlagList)
    .query(({ ctx, input }) => listFlags(ctx, input, statesFor(ctx))),
  keys: projectProcedure('project.read')
    .input(FlagKeysInput)
    .output(z.array(FlagKey))
    .query(({ ctx, input }) => keys(ctx, input, statesFor(ctx))),
  get: projectProcedure('project.read')
    .input(FlagReference)
    .output(FlagPage)
    .query(({ ctx, input }) => readFlag(ctx, input)),
  listAsOf: projectProcedure('project.read')
    .input(FlagsAsOfInput)
    .output(FlagList)
    .query(({ ctx, input }) => listAsOf(ctx, input)),
  getAsOf: projectProcedure('project.read')
    .input(FlagAsOfInput)
    .output(FlagPage)
    .query(({ ctx, input }) => getAsOf(ctx, input)),
  requiredBy: projectProcedure('project.read')
    .input(FlagReference)
    .output(z.array(Key))
    .query(({ ctx, input }) => listRequirers(ctx, input)),
  create: projectProcedure('flag.edit')
    .input(CreateFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => createFlag(ctx, input)),
  update: projectProcedure('flag.edit')
    .input(UpdateFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => editFlag(ctx, input)),
  archive: projectProcedure('flag.edit')
    .input(ArchiveFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => archiveFlag(ctx, input)),
  restore: projectProcedure('flag.edit')
    .input(FlagReference.extend({ asItWas: z.boolean().default(false) }))
    .output(Flag)
    .mutation(({ ctx, input }) => restoreFlag(ctx, input)),
  delete: projectProcedure('flag.delete')
    .input(DeleteFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => removeFlag(ctx, input)),
  archiveMany: projectProcedure('flag.edit')
    .input(ArchiveManyInput)
    .output(z.array(Flag))
    .mutation(({ ctx, input }) => archiveMany(ctx, input)),
  restoreMany: projectProcedure('flag.edit')
    .input(RestoreManyInput)
    .output(z.array(Flag))
    .mutation(({ ctx, input }) => restoreMany(ctx, input)),
  switch: environmentProcedure('revision.publish')
    .input(SwitchFlagInput)
    .output(Revision)
    .mutation(({ ctx, input }) => switchFlag(ctx, input)),
})
