import { z } from 'zod'
import {
  Build,
  BuildList,
  BuildsOfFlagInput,
  DismissedUnknown,
  DismissUnknownInput,
  ListBuildsInput,
  ListUnknownInput,
  ReadersOfFlagsInput,
  UnknownFlag,
} from '../../../shared/features/builds/schemas/build.ts'
import { environmentProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { getFlag } from '../flags/get-flag.ts'
import { dismissUnknown } from './dismiss-unknown.ts'
import { buildsOfFlag, listBuilds, listReaders, listUnknownFlags } from './list-builds.ts'

export const buildsRouter = t.router({
  list: projectProcedure('project.read')
    .input(ListBuildsInput)
    .output(BuildList)
    .query(({ ctx, input }) => listBuilds(ctx, input)),
  ofFlag: projectProcedure('project.read')
    .input(BuildsOfFlagInput)
    .output(z.array(Build))
    .query(async ({ ctx, input }) => {
      await getFlag(ctx, input.flag)
      return buildsOfFlag(ctx, input)
    }),
  readers: environmentProcedure('project.read')
    .input(ReadersOfFlagsInput)
    .output(z.array(Build))
    .query(({ ctx, input }) => listReaders(ctx, input)),
  unknown: projectProcedure('project.read')
    .input(ListUnknownInput)
    .output(z.array(UnknownFlag))
    .query(({ ctx }) => listUnknownFlags(ctx)),
  dismissUnknown: projectProcedure('project.read')
    .input(DismissUnknownInput)
    .output(DismissedUnknown)
    .mutation(({ ctx, input }) => dismissUnknown(ctx, input)),
})
