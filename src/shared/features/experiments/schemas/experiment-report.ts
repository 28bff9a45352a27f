import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { RunNumber } from '../../runs/schemas/run.ts'
import { ExperimentDecision, ExperimentReference } from './experiment.ts'
import { ExperimentResult, ExperimentSamples } from './experiment-results.ts'

/** The number of units in an arm, per cohort if `cohort` is given. */
const ReportUnits = z.strictObject({ cohort: z.int(), arm: Key, n: z.int().min(0) })

/** Sums of a metric over the units of one arm that were first exposed on one day (days since 1970). */
const ReportSums = z.strictObject({
  metric: Key,
  cohort: z.int(),
  endMs: z.number(),
  arm: Key,
  ...{ n: z.int().min(0), y: z.number(), yy: z.number() },
  ...{ x: z.number().optional(), xx: z.number().optional(), xy: z.number().optional() },
  ...{ d: z.number().optional(), dd: z.number().optional(), yd: z.number().optional() },
  /** For quantiles: computed over all units that came until the end of that day. */
  ...{ did: z.int().min(0).optional(), quantile: z.number().optional() },
  ...{ lower: z.number().optional(), upper: z.number().optional() },
})
type ReportSums = z.infer<typeof ReportSums>

const rows = limits.experimentDays * limits.armsPerExperiment * 40

/** A recorded look, with the number of units in each arm at that time. */
const ReportLook = z.strictObject({
  number: DatabaseInt.min(1),
  atMs: z.number(),
  time: z.number(),
  ratioEvidence: z.number(),
  results: list(ExperimentResult).max(limits.armsPerExperiment * 40),
  people: list(ReportUnits).max(limits.armsPerExperiment),
})

/** All inputs of a run's results, so that anyone can recompute them. */
export const ExperimentReport = z.strictObject({
  format: z.literal('fanion-report/1'),
  project: ScopeKey,
  environment: ScopeKey,
  flag: Key,
  experiment: ScopeKey,
  name: z.string(),
  run: RunNumber,
  startedAt: Instant,
  endsAt: Instant,
  stoppedAt: Instant.nullable(),
  at: Instant,
  /** The plan that was fixed when the run was proposed, and the SHA-256 of its canonical JSON. */
  plan: Json,
  hash: z.string(),
  /** Metrics that were added after the start, in the same form as in the plan. Absent if there are none. */
  added: list(Json).max(limits.addedMetrics).optional(),
  people: list(ReportUnits).max(limits.armsPerExperiment),
  sums: list(ReportSums).max(rows),
  looks: list(ReportLook).max(limits.experimentDays * 24),
  analysis: z.strictObject({
    over: z.boolean(),
    samples: ExperimentSamples,
    results: list(ExperimentResult).max(limits.armsPerExperiment * 40),
  }),
  decision: ExperimentDecision.nullable(),
})
export type ExperimentReport = z.infer<typeof ExperimentReport>

export const ExperimentReportInput = ExperimentReference.extend({ run: RunNumber.optional() })
export type ExperimentReportInput = z.infer<typeof ExperimentReportInput>

/** `csv`: the sums, one row per metric, day and arm. */
export const ExperimentFile = z.strictObject({ name: z.string(), csv: z.string() })
