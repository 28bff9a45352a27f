import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'
import { version } from '../../../shared/version.ts'
import type { DatabaseClock } from '../db/database-clock.ts'
import type { Hub } from '../live/hub.ts'
import type { LastHourMetrics } from '../live/last-hour.ts'
import type { OverBudgetCounts } from '../live/over-budget.ts'
import type { RevisionLogTail } from '../live/tail.ts'

/** Prometheus metrics of one server, with base units and names by its conventions. */
export type Metrics = {
  readonly registry: Registry
  /** Records a response: its route (never its URL), status and duration. */
  readonly answered: (route: string, status: number, seconds: number) => void
  /** Records rows of events and exposures: accepted, or the reason for their rejection. */
  readonly tracked: (receipt: TrackReceipt) => void
  /** The same and more by the minute, for one hour. Absent in a relay. */
  readonly lastHour: Pick<LastHourMetrics, 'answered' | 'minutes'> | undefined
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The source of revisions, and when it was last known to be up to date. */
export type RevisionSource = Pick<RevisionLogTail, 'revisions' | 'caughtUpAt'>

/** Creates the metrics. Names and units: https://prometheus.io/docs/practices/naming */
export function createMetrics(
  hub: Hub,
  tail: RevisionSource,
  overBudget: OverBudgetCounts,
  lastHour?: Metrics['lastHour'],
  clock?: Pick<DatabaseClock, 'aheadMs'>,
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'fanion_http_request_duration_seconds',
    help: 'Time from request to the end of the answer, by route and status; event streams are not in it.',
    labelNames: ['route', 'status'],
    buckets,
    registers,
  })
  new Gauge({
    name: 'fanion_build_info',
    help: 'Always 1; says which version runs.',
    labelNames: ['version'],
    registers,
  })
    .labels(version)
    .set(1)
  if (clock)
    new Gauge({
      name: 'fanion_clock_offset_seconds',
      help: 'Seconds by which the clock of this machine is ahead of the one of the database.',
      registers,
      collect() {
        if (clock.aheadMs !== undefined) this.set(clock.aheadMs / 1_000)
      },
    })
  new Gauge({
    name: 'fanion_streams',
    help: 'Open streams to applications.',
    registers,
    collect() {
      this.set(hub.size)
    },
  })
  new Counter({
    name: 'fanion_streams_cut_total',
    help: 'Streams closed because the application stopped reading.',
    registers,
    collect() {
      this.reset()
      this.inc(hub.cut)
    },
  })
  new Counter({
    name: 'fanion_revisions_total',
    help: 'Revisions this server has read from the log since it started.',
    registers,
    collect() {
      this.reset()
      this.inc(tail.revisions)
    },
  })
  new Counter({
    name: 'fanion_evaluations_over_budget_total',
    help: 'Evaluations by request that took more steps or bytes than one may, and answered PARSE_ERROR.',
    registers,
    collect() {
      this.reset()
      this.inc(overBudget.total)
    },
  })
  new Gauge({
    name: 'fanion_log_read_timestamp_seconds',
    help: 'When the log was last read to its end, in seconds since 1970.',
    registers,
    collect() {
      this.set((tail.caughtUpAt?.getTime() ?? 0) / 1_000)
    },
  })
  const rows = new Counter({
    name: 'fanion_measure_rows_total',
    help: 'Rows of exposures and events that programs sent, by what became of them; a batch that is sent again counts again.',
    labelNames: ['result'],
    registers,
  })
  const tracked: Metrics['tracked'] = ({ accepted, refused }) => {
    rows.inc({ result: 'kept' }, accepted)
    for (const { reason, count } of refused) rows.inc({ result: reason }, count)
  }
  const answered: Metrics['answered'] = (route, status, seconds) => {
    duration.observe({ route, status }, seconds)
    lastHour?.answered(status)
  }
  return { registry, answered, tracked, lastHour }
}
