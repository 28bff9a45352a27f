import {
  ActivityList,
  AuditCheckpoint,
  AuditList,
  AuditVerification,
  ListActivityInput,
  ListAuditInput,
  VerifyAuditInput,
} from '../../../shared/features/audit/schemas/audit.ts'
import { fromReplica } from '../../platform/http/trpc/from-replica.ts'
import { instanceProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { checkpointAudit } from './checkpoint-audit.ts'
import { listActivity } from './list-activity.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { verifyAudit } from './verify-audit.ts'

export const auditRouter = t.router({
  list: instanceProcedure('audit.read')
    .use(fromReplica)
    .input(ListAuditInput)
    .output(AuditList)
    .query(({ ctx, input }) => listAuditEvents(ctx, input)),
  verify: instanceProcedure('audit.read')
    .input(VerifyAuditInput)
    .output(AuditVerification)
    .query(({ ctx, input }) => verifyAudit(ctx, input)),
  checkpoint: instanceProcedure('audit.read')
    .output(AuditCheckpoint)
    .mutation(({ ctx }) => checkpointAudit(ctx)),
  activity: projectProcedure('project.read')
    .use(fromReplica)
    .input(ListActivityInput)
    .output(ActivityList)
    .query(({ ctx, input }) => listActivity(ctx, input)),
})
