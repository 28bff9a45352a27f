import { limits } from '../../../shared/limits.ts'
import { deleteAttemptsBefore } from '../../features/access/accounts/attempt-queries.ts'
import { deleteExpiredSessions } from '../../features/access/accounts/queries.ts'
import { deleteExpiredRequests } from '../../features/access/devices/queries.ts'
import { deleteExpiredChallenges } from '../../features/access/second-factor/passkey-queries.ts'
import { checkpointDaily } from '../../features/audit/checkpoint-audit.ts'
import { deleteBuildsBefore } from '../../features/builds/queries.ts'
import { deleteEmailsBefore } from '../../features/notifications/queries.ts'
import { deleteOldGuardChecks } from '../../features/ramps/guards/delete-old-guard-checks.ts'
import { deleteReadsBefore } from '../../features/sources/queries.ts'
import { maintainEventStore } from '../../features/usage/maintain-event-store.ts'
import { rollUpCounts } from '../../features/usage/roll-up-counts.ts'
import { deleteDeliveriesBefore } from '../../features/webhooks/queries.ts'
import type { EventStoreCtx } from '../kernel/ctx.ts'
import { traced } from '../tracing/trace.ts'

const hourMs = 3_600_000
const deliveriesKeptMs = 30 * 24 * hourMs

/**
 * Hourly: rolls up the counts of past days, and deletes expired data: sessions, challenges, device requests, rate limit
 * counts, deliveries after a month, email notifications after a day, builds after three months, warehouse reads after a
 * month, events after 45 days, and exposures of runs that ended three months ago. Daily: records the heads of the
 * projects' hash chains in the audit log.
 */
export class Housekeeping {
  readonly #ctx: EventStoreCtx
  readonly #mayTakeDueWork: () => boolean
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(ctx: EventStoreCtx, mayTakeDueWork = () => true) {
    this.#ctx = ctx
    this.#mayTakeDueWork = mayTakeDueWork
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (!this.#mayTakeDueWork()) return
      this.#round = traced('housekeeping', {}, () => this.#tidy())
    }, hourMs).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  async #tidy(): Promise<void> {
    const { db, measure, now, log } = this.#ctx
    const ago = (ms: number) => new Date(now().getTime() - ms)
    try {
      await deleteExpiredSessions(db, now())
      await deleteExpiredChallenges(db, now())
      await deleteExpiredRequests(db, now())
      await rollUpCounts(db, now())
      await deleteAttemptsBefore(db, ago(24 * hourMs))
      await deleteDeliveriesBefore(db, ago(deliveriesKeptMs))
      await deleteEmailsBefore(db, ago(limits.letterKeptMs))
      await maintainEventStore(db, measure, now())
      await deleteBuildsBefore(db, ago(limits.buildsKeptMs))
      await deleteOldGuardChecks(db, now())
      await deleteReadsBefore(db, ago(limits.sourceReadsKeptDays * 24 * hourMs))
      await checkpointDaily(this.#ctx)
    } catch (error) {
      log.warn({ error: String(error) }, 'the hourly tidying did not end; the next hour tries again')
    }
  }
}
