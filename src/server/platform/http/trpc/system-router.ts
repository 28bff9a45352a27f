import { SystemStatus } from '../../../../shared/features/status/schemas/system.ts'
import { mayHere } from './may.ts'
import { t } from './trpc.ts'

export const systemRouter = t.router({
  status: mayHere('instance.edit')
    .output(SystemStatus)
    .query(({ ctx }) => ctx.system()),
})
