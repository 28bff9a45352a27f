import { z } from 'zod'
import {
  CodeRepository,
  ReferencesOfFlag,
  ReferencesOfFlagInput,
  ReferencesReceipt,
  ReplaceReferencesInput,
} from '../../../shared/contract/references.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { getFlag } from '../../domain/flags/get-flag.ts'
import { listReferences, listRepositories } from '../../domain/references/list-references.ts'
import { replaceReferences } from '../../domain/references/replace-references.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

/** Where code names flags. */
export const referencesRouter = t.router({
  replace: mayInProject('code.write')
    .input(ReplaceReferencesInput)
    .output(ReferencesReceipt)
    .mutation(({ ctx, input }) => replaceReferences(ctx, input)),
  ofFlag: mayInProject('project.read')
    .input(ReferencesOfFlagInput)
    .output(ReferencesOfFlag)
    .query(async ({ ctx, input }) => {
      await getFlag(ctx, input.flag)
      return listReferences(ctx, input)
    }),
  repositories: mayInProject('project.read')
    .input(InProject)
    .output(z.array(CodeRepository))
    .query(({ ctx }) => listRepositories(ctx)),
})
