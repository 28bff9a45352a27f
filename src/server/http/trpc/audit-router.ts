import {
  ActivityList,
  AuditCheckpoint,
  AuditList,
  AuditVerification,
  ListActivityInput,
  ListAuditInput,
  VerifyAuditInput,
} from '../../../shared/schemas/audit.ts'
import { checkpointAudit } from '../../domain/audit/checkpoint-audit.ts'
import { listActivity } from '../../domain/audit/list-activity.ts'
import { listAuditEvents } from '../../domain/audit/list-audit-events.ts'
import { verifyAudit } from '../../domain/audit/verify-audit.ts'
import { fromReplica } from './from-replica.ts'
import { mayHere, mayInProject } from './may.ts'
import { t } from './trpc.ts'

export const auditRouter = t.router({
  list: mayHere('audit.read')
    .use(fromReplica)
    .input(ListAuditInput)
    .output(AuditList)
    .query(({ ctx, input }) => listAuditEvents(ctx, input)),
  verify: mayHere('audit.read')
    .input(VerifyAuditInput)
    .output(AuditVerification)
    .query(({ ctx, input }) => verifyAudit(ctx, input)),
  checkpoint: mayHere('audit.read')
    .output(AuditCheckpoint)
    .mutation(({ ctx }) => checkpointAudit(ctx)),
  activity: mayInProject('project.read')
    .use(fromReplica)
    .input(ListActivityInput)
    .output(ActivityList)
    .query(({ ctx, input }) => listActivity(ctx, input)),
})
