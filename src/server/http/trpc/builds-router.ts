import { z } from 'zod'
import {
  Build,
  BuildsOfFlagInput,
  BuildWithFindings,
  ListBuildsInput,
  ReadersOfFlagsInput,
  UnknownFlag,
} from '../../../shared/schemas/build.ts'
import { buildsOfFlag, listBuilds, listReaders, listUnknownFlags } from '../../domain/builds/list-builds.ts'
import { getFlag } from '../../domain/flags/get-flag.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** What runs, and which flags it reads. */
export const buildsRouter = t.router({
  list: mayInProject('project.read')
    .input(ListBuildsInput)
    .output(z.array(BuildWithFindings))
    .query(({ ctx }) => listBuilds(ctx)),
  ofFlag: mayInProject('project.read')
    .input(BuildsOfFlagInput)
    .output(z.array(Build))
    .query(async ({ ctx, input }) => {
      await getFlag(ctx, input.flag)
      return buildsOfFlag(ctx, input)
    }),
  readers: mayInEnvironment('project.read')
    .input(ReadersOfFlagsInput)
    .output(z.array(Build))
    .query(({ ctx, input }) => listReaders(ctx, input)),
  unknown: mayInProject('project.read')
    .input(ListBuildsInput)
    .output(z.array(UnknownFlag))
    .query(({ ctx }) => listUnknownFlags(ctx)),
})
