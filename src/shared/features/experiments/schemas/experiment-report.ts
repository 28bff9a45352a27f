import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { RunNumber } from '../../runs/schemas/run.ts'
import { ExperimentDecision, ExperimentReference } from './experiment.ts'
import { ExperimentResult, ExperimentSamples } from './experiment-results.ts'

/** Units of an arm, and of a cohort where it says one. */
const People = z.strictObject({ cohort: z.int(), arm: Key, n: z.int().min(0) })

/** What a metric adds up to over the units of one arm that came on one day (in days since 1970). */
const ReportSums = z.strictObject({
  metric: Key,
  cohort: z.int(),
  endMs: z.number(),
  arm: Key,
  ...{ n: z.int().min(0), y: z.number(), yy: z.number() },
  ...{ x: z.number().optional(), xx: z.number().optional(), xy: z.number().optional() },
  ...{ d: z.number().optional(), dd: z.number().optional(), yd: z.number().optional() },
  /** Of a quantile: of all who came until that day was over. */
  ...{ did: z.int().min(0).optional(), quantile: z.number().optional() },
  ...{ lower: z.number().optional(), upper: z.number().optional() },
})
type ReportSums = z.infer<typeof ReportSums>

const rows = limits.experimentDays * limits.armsPerExperiment * 40

/** A look as it was kept, with the units of each arm there were. */
const ReportLook = z.strictObject({
  number: DatabaseInt.min(1),
  atMs: z.number(),
  time: z.number(),
  ratioEvidence: z.number(),
  results: list(ExperimentResult).max(limits.armsPerExperiment * 40),
  people: list(People).max(limits.armsPerExperiment),
})

/** All that a run's results follow from, so that anybody can reckon them again. */
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
  /** What was fixed when it was proposed, and its SHA-256 in canonical JSON. */
  plan: Json,
  hash: z.string(),
  /** Metrics that were added after the start, as the plan has its own; left out where there are none. */
  added: list(Json).max(limits.addedMetrics).optional(),
  people: list(People).max(limits.armsPerExperiment),
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

/** `csv`: the sums, a row for each metric, day and arm. */
export const ExperimentFile = z.strictObject({ name: z.string(), csv: z.string() })
