import { z } from 'zod'
import {
  CodeRepository,
  ReferencesOfFlag,
  ReferencesOfFlagInput,
  ReferencesReceipt,
  ReplaceReferencesInput,
} from '../../../shared/features/builds/references.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { getFlag } from '../flags/get-flag.ts'
import { listReferences, listRepositories } from './list-references.ts'
import { replaceReferences } from './replace-references.ts'

export const referencesRouter = t.router({
  replace: projectProcedure('code.write')
    .input(ReplaceReferencesInput)
    .output(ReferencesReceipt)
    .mutation(({ ctx, input }) => replaceReferences(ctx, input)),
  ofFlag: projectProcedure('project.read')
    .input(ReferencesOfFlagInput)
    .output(ReferencesOfFlag)
    .query(async ({ ctx, input }) => {
      await getFlag(ctx, input.flag)
      return listReferences(ctx, input)
    }),
  repositories: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(CodeRepository))
    .query(({ ctx }) => listRepositories(ctx)),
})
