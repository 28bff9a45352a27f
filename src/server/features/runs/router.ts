import { z } from 'zod'
import { ListRunsInput, Run } from '../../../shared/features/runs/schemas/run.ts'
import { environmentProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { listRuns } from './list-runs.ts'

export const runsRouter = t.router({
  list: environmentProcedure('project.read')
    .input(ListRunsInput)
    .output(z.array(Run))
    .query(({ ctx, input }) => listRuns(ctx, input)),
})
