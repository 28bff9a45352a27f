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
} from '../../../shared/schemas/flag-view.ts'
import { Key } from '../../../shared/schemas/keys.ts'
import { Revision } from '../../../shared/schemas/revision.ts'
import { archiveFlag } from '../../domain/flags/archive-flag.ts'
import { archiveMany } from '../../domain/flags/archive-many.ts'
import { createFlag } from '../../domain/flags/create-flag.ts'
import { editFlag } from '../../domain/flags/edit-flag.ts'
import { getAsOf } from '../../domain/flags/get-as-of.ts'
import { keys } from '../../domain/flags/keys.ts'
import { listAsOf } from '../../domain/flags/list-as-of.ts'
import { listFlags } from '../../domain/flags/list-flags.ts'
import { readFlag } from '../../domain/flags/read-flag.ts'
import { removeFlag } from '../../domain/flags/remove-flag.ts'
import { requiredBy } from '../../domain/flags/required-by.ts'
import { restoreFlag } from '../../domain/flags/restore-flag.ts'
import { restoreMany } from '../../domain/flags/restore-many.ts'
import { switchFlag } from '../../domain/flags/switch-flag.ts'
import { stateByKey } from '../../domain/insights/flag-states.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { type TrpcCtx, t } from './trpc.ts'

/** The states of all flags cost what they cost when they are asked for by themselves, and wait for their turn as then. */
const statesFor = (ctx: ProjectCtx & Pick<TrpcCtx, 'spend' | 'inTurn'>) => () => {
  ctx.spend('insights.states')
  return ctx.inTurn(() => stateByKey(ctx))
}

export const flagsRouter = t.router({
  list: mayInProject('project.read')
    .input(ListFlagsInput)
    .output(FlagList)
    .query(({ ctx, input }) => listFlags(ctx, input, statesFor(ctx))),
  keys: mayInProject('project.read')
    .input(FlagKeysInput)
    .output(z.array(FlagKey))
    .query(({ ctx, input }) => keys(ctx, input, statesFor(ctx))),
  get: mayInProject('project.read')
    .input(FlagReference)
    .output(FlagPage)
    .query(({ ctx, input }) => readFlag(ctx, input)),
  listAsOf: mayInProject('project.read')
    .input(FlagsAsOfInput)
    .output(FlagList)
    .query(({ ctx, input }) => listAsOf(ctx, input)),
  getAsOf: mayInProject('project.read')
    .input(FlagAsOfInput)
    .output(FlagPage)
    .query(({ ctx, input }) => getAsOf(ctx, input)),
  requiredBy: mayInProject('project.read')
    .input(FlagReference)
    .output(z.array(Key))
    .query(({ ctx, input }) => requiredBy(ctx, input)),
  create: mayInProject('flag.edit')
    .input(CreateFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => createFlag(ctx, input)),
  update: mayInProject('flag.edit')
    .input(UpdateFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => editFlag(ctx, input)),
  archive: mayInProject('flag.edit')
    .input(ArchiveFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => archiveFlag(ctx, input)),
  restore: mayInProject('flag.edit')
    .input(FlagReference.extend({ asItWas: z.boolean().default(false) }))
    .output(Flag)
    .mutation(({ ctx, input }) => restoreFlag(ctx, input)),
  delete: mayInProject('flag.delete')
    .input(DeleteFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => removeFlag(ctx, input)),
  archiveMany: mayInProject('flag.edit')
    .input(ArchiveManyInput)
    .output(z.array(Flag))
    .mutation(({ ctx, input }) => archiveMany(ctx, input)),
  restoreMany: mayInProject('flag.edit')
    .input(RestoreManyInput)
    .output(z.array(Flag))
    .mutation(({ ctx, input }) => restoreMany(ctx, input)),
  switch: mayInEnvironment('revision.publish')
    .input(SwitchFlagInput)
    .output(Revision)
    .mutation(({ ctx, input }) => switchFlag(ctx, input)),
})
