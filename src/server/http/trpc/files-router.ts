import { AppliedFiles, ApplyFilesInput, FileGround } from '../../../shared/schemas/file-changes.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { applyFiles } from '../../domain/files/apply-files.ts'
import { readGround } from '../../domain/files/read-ground.ts'
import { mayInProject } from './may.ts'
import { t } from './trpc.ts'

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
