import { SystemStatus } from '../../../../shared/features/status/schemas/system.ts'
import { instanceProcedure } from './procedures.ts'
import { t } from './trpc.ts'

export const systemRouter = t.router({
  status: instanceProcedure('instance.edit')
    .output(SystemStatus)
    .query(({ ctx }) => ctx.system()),
})
