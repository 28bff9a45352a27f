import { limits } from '../../../shared/limits.ts'
import { recordBuild } from '../../features/builds/record-build.ts'
import type { Intake } from '../../features/usage/intake.ts'
import { recordComparisons } from '../../features/usage/record-comparisons.ts'
import { recordCounts } from '../../features/usage/record-counts.ts'
import { recordTelemetry } from '../../features/usage/record-telemetry.ts'
import type { Db } from '../db/pool.ts'
import type { EnvironmentStateCache } from '../live/environment-state-cache.ts'
import type { ReportReceiver } from './reports.ts'

/** Stores reports in the database. */
export const storedReports = (
  { db, now }: { readonly db: Db; readonly now: () => Date },
  intake: Intake,
  states: Pick<EnvironmentStateCache, 'get'>,
): ReportReceiver => ({
  telemetry: async ({ environmentId, kind }, report) => {
    const place = report.batch === undefined ? undefined : (await intake.measured(environmentId)).place
    return recordTelemetry(db, now(), environmentId, report, kind === 'client', place)
  },
  counts: ({ environmentId, kind }, counts) =>
    recordCounts(db, now(), environmentId, counts, kind === 'client' ? limits.clientCountPerReport : undefined),
  events: (sender, batch) => intake.record(sender, batch),
  comparisons: async (environmentId, report) => {
    const { flags } = (await states.get(environmentId)).datafile
    const { key } = await intake.measured(environmentId)
    const isHere = (flag: string) => Object.hasOwn(flags, flag)
    return recordComparisons(db, now(), { environmentId, key, isHere, report })
  },
  build: ({ environmentId, kind }, build, kept) => recordBuild(db, now(), { environmentId, kind }, build, kept),
})
