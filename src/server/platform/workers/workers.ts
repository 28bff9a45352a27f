import { ConflictWorker } from '../../features/changes/conflict-worker.ts'
import { ScheduleWorker } from '../../features/changes/schedule-worker.ts'
import { FlagIndexes } from '../../features/flags/index-worker.ts'
import { EmailWorker } from '../../features/notifications/worker.ts'
import { WarehouseWorker } from '../../features/sources/worker.ts'
import { WebhookWorker } from '../../features/webhooks/worker.ts'
import type { EventStoreCtx, LinkCtx, SecretCtx } from '../kernel/ctx.ts'
import type { RevisionFeed } from '../live/revision-feed.ts'
import { type AllowedAddresses, allowanceOf } from '../outbound/allowance.ts'
import { Housekeeping } from './housekeeping.ts'
import { type ReportGrace, RunScheduler } from './run-scheduler.ts'

/** A server's background work. */
export type Workers = {
  readonly wakeWebhooks: () => void
  /** Pauses ramps and experiments until the returned function is called. */
  readonly restRamps: () => Promise<() => void>
  readonly close: () => Promise<void>
}

/**
 * Starts a server's background work as the system actor. While `mayTakeDueWork` returns false, no due work is done;
 * until the grace period for reports is over, there are no analyses.
 */
export function startWorkers(
  ctx: SecretCtx & EventStoreCtx & Pick<LinkCtx, 'mail' | 'publicUrl'>,
  feed: RevisionFeed,
  settings: AllowedAddresses,
  mayTakeDueWork = () => true,
  grace?: ReportGrace,
): Workers {
  const allowPrivateAddresses = allowanceOf(settings)
  const schedules = new ScheduleWorker(ctx, mayTakeDueWork)
  const ramps = new RunScheduler(ctx, allowPrivateAddresses, mayTakeDueWork, grace)
  const conflicts = new ConflictWorker(ctx)
  const leave = feed.subscribe((revision) => conflicts.onRevision(revision))
  schedules.start()
  ramps.start()
  conflicts.start()
  const webhooks = new WebhookWorker(ctx, allowPrivateAddresses)
  webhooks.start()
  const housekeeping = new Housekeeping(ctx, mayTakeDueWork)
  housekeeping.start()
  const slices = new WarehouseWorker({ ...ctx, allowPrivateAddresses }, mayTakeDueWork)
  slices.start()
  const { mail } = ctx
  const letters = mail === null ? null : new EmailWorker({ ...ctx, mail })
  letters?.start()
  const flagIndexes = new FlagIndexes(ctx)
  flagIndexes.start()
  return {
    wakeWebhooks: () => webhooks.wake(),
    restRamps: () => ramps.rest(),
    close: async () => {
      leave()
      flagIndexes.close()
      await schedules.close()
      await ramps.close()
      await conflicts.close()
      await webhooks.close()
      await slices.close()
      await housekeeping.close()
      await letters?.close()
    },
  }
}
