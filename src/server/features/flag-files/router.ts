import { AppliedFiles, ApplyFilesInput, FileGround } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { mayInProject } from '../../platform/http/trpc/may.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { applyFiles } from './apply-files.ts'
import { readGround } from './read-ground.ts'

export const filesRouter = t.router({
  ground: mayInProject('project.read')
    .input(InProject)
    .output(FileGround)
    .query(({ ctx }) => readGround(ctx)),
  applyAll: mayInProject('change.edit')
    .input(ApplyFilesInput)
    .output(AppliedFiles)
    .mutation(({ ctx, input }) => applyFiles(ctx, input)),
})
