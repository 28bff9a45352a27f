import { z } from 'zod'
import {
  CreateFlagInput,
  DeleteFlagInput,
  Flag,
  FlagAsOfInput,
  FlagPage,
  FlagReference,
  FlagsAsOfInput,
  ManyFlagsInput,
  RestoreManyInput,
  SwitchFlagInput,
  UpdateFlagInput,
} from '../../../shared/schemas/flag-view.ts'
import { Key } from '../../../shared/schemas/keys.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { Revision } from '../../../shared/schemas/revision.ts'
import { archive } from '../../domain/flags/archive.ts'
import { archiveMany } from '../../domain/flags/archive-many.ts'
import { create } from '../../domain/flags/create.ts'
import { get } from '../../domain/flags/get.ts'
import { getAsOf } from '../../domain/flags/get-as-of.ts'
import { list } from '../../domain/flags/list.ts'
import { listAsOf } from '../../domain/flags/list-as-of.ts'
import { remove } from '../../domain/flags/remove.ts'
import { requiredBy } from '../../domain/flags/required-by.ts'
import { restore } from '../../domain/flags/restore.ts'
import { restoreMany } from '../../domain/flags/restore-many.ts'
import { switchFlag } from '../../domain/flags/switch-flag.ts'
import { update } from '../../domain/flags/update.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { flagListOutput } from './sliced-output.ts'
import { t } from './trpc.ts'

export const flagsRouter = t.router({
  list: mayInProject('project.read')
    .input(InProject.extend({ archived: z.boolean().default(false) }))
    .output(flagListOutput)
    .query(({ ctx, input }) => list(ctx, input)),
  get: mayInProject('project.read')
    .input(FlagReference)
    .output(FlagPage)
    .query(({ ctx, input }) => get(ctx, input)),
  listAsOf: mayInProject('project.read')
    .input(FlagsAsOfInput)
    .output(flagListOutput)
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
    .mutation(({ ctx, input }) => create(ctx, input)),
  update: mayInProject('flag.edit')
    .input(UpdateFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => update(ctx, input)),
  archive: mayInProject('flag.edit')
    .input(FlagReference)
    .output(Flag)
    .mutation(({ ctx, input }) => archive(ctx, input)),
  restore: mayInProject('flag.edit')
    .input(FlagReference.extend({ asItWas: z.boolean().default(false) }))
    .output(Flag)
    .mutation(({ ctx, input }) => restore(ctx, input)),
  delete: mayInProject('flag.delete')
    .input(DeleteFlagInput)
    .output(Flag)
    .mutation(({ ctx, input }) => remove(ctx, input)),
  archiveMany: mayInProject('flag.edit')
    .input(ManyFlagsInput)
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
