import { z } from 'zod'
import { ListRunsInput, Run } from '../../../shared/schemas/run.ts'
import { listRuns } from '../../domain/runs/list-runs.ts'
import { mayInEnvironment } from './may.ts'
import { t } from './trpc.ts'

/** The measured stretches of rules. */
export const runsRouter = t.router({
  list: mayInEnvironment('project.read')
    .input(ListRunsInput)
    .output(z.array(Run))
    .query(({ ctx, input }) => listRuns(ctx, input)),
})
