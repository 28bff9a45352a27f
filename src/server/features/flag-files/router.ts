import {
  AppliedFiles,
  ApplyFilesInput,
  FileBaseline,
} from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { applyFiles } from './apply-files.ts'
import { readFileState } from './read-file-state.ts'

export const filesRouter = t.router({
  ground: projectProcedure('project.read')
    .input(InProject)
    .output(FileBaseline)
    .query(({ ctx }) => readFileState(ctx)),
  applyAll: projectProcedure('change.edit')
    .input(ApplyFilesInput)
    .output(AppliedFiles)
    .mutation(({ ctx, input }) => applyFiles(ctx, input)),
})
