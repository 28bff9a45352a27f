import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { SampledContext } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { Json } from '../../../shared/schemas/keys.ts'

/** Tables of evaluation counts. */
export interface CountTables {
  evaluationCount: EvaluationCountTable
  evaluationDay: EvaluationDayTable
  evaluationHour: EvaluationHourTable
  evaluationSeen: EvaluationSeenTable
  rollUp: RollUpTable
  comparison: ComparisonTable
  comparisonExample: ComparisonExampleTable
}

interface EvaluationCountTable {
  environmentId: string
  flag: string
  variant: string
  hour: Date
  count: ColumnType<string, number, number>
}

interface EvaluationDayTable {
  environmentId: string
  flag: string
  variant: string
  /** PostgreSQL's driver reads a date as midnight in the server's time zone. */
  day: ColumnType<Date, string, never>
  count: ColumnType<string, number, number>
}

/** Evaluations in an environment per hour, over all flags. */
interface EvaluationHourTable {
  environmentId: string
  hour: Date
  count: ColumnType<string, number, number>
}

/** The last hour in which a flag was evaluated in an environment. */
interface EvaluationSeenTable {
  environmentId: string
  flag: string
  hour: Date
}

/** The day up to which hours were rolled up into days. One row, or none before the first roll-up. */
interface RollUpTable {
  single: Generated<boolean>
  day: ColumnType<Date, string, string>
}

/** Comparison counts per hour with another provider that evaluated the same flags. */
interface ComparisonTable {
  environmentId: string
  hour: Date
  flag: string
  same: ColumnType<string, number, number>
  different: ColumnType<string, number, number>
  /** Evaluations in which either side failed. */
  errors: ColumnType<string, number, number>
  /** Evaluations in which either side returned the code default. */
  defaults: ColumnType<string, number, number>
}

/** A context for which the two sides returned different values. */
interface ComparisonExampleTable {
  environmentId: string
  flag: string
  digest: string
  /** Name of the provider whose answer the application used. */
  source: string
  answers: JSONColumnType<[theirs: Json, ours: Json]>
  /** Without personal attributes and the targeting key. Null if the environment stores no contexts. */
  context: JSONColumnType<SampledContext> | null
  /** Digest of the targeting key. */
  unit: string | null
  seenAt: Date
}
