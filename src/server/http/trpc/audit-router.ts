import {
  ActivityList,
  AuditList,
  AuditVerification,
  ListActivityInput,
  ListAuditInput,
  VerifyAuditInput,
} from '../../../shared/schemas/audit.ts'
import { list } from '../../domain/audit/list.ts'
import { listActivity } from '../../domain/audit/list-activity.ts'
import { verify } from '../../domain/audit/verify.ts'
import { mayHere, mayInProject } from './may.ts'
import { t } from './trpc.ts'

export const auditRouter = t.router({
  list: mayHere('audit.read')
    .input(ListAuditInput)
    .output(AuditList)
    .query(({ ctx, input }) => list(ctx, input)),
  verify: mayHere('audit.read')
    .input(VerifyAuditInput)
    .output(AuditVerification)
    .query(({ ctx, input }) => verify(ctx, input)),
  activity: mayInProject('project.read')
    .input(ListActivityInput)
    .output(ActivityList)
    .query(({ ctx, input }) => listActivity(ctx, input)),
})
