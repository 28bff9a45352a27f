import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { SampledContext } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { Json } from '../../../shared/schemas/keys.ts'

/** The tables of what programs counted. */
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
  /** As PostgreSQL's driver reads a date: midnight where the server stands. */
  day: ColumnType<Date, string, never>
  count: ColumnType<string, number, number>
}

/** How often an environment was asked in an hour, all flags together. */
interface EvaluationHourTable {
  environmentId: string
  hour: Date
  count: ColumnType<string, number, number>
}

/** The last hour in which a flag was counted in an environment. */
interface EvaluationSeenTable {
  environmentId: string
  flag: string
  hour: Date
}

/** The day up to which hours were summed into days; one row, or none before the first time. */
interface RollUpTable {
  single: Generated<boolean>
  day: ColumnType<Date, string, string>
}

/** How often another system, asked beside this one, answered a flag alike within an hour. */
interface ComparisonTable {
  environmentId: string
  hour: Date
  flag: string
  same: ColumnType<string, number, number>
  different: ColumnType<string, number, number>
  /** One of them failed. */
  errors: ColumnType<string, number, number>
  /** One of them gave the default of the code. */
  defaults: ColumnType<string, number, number>
}

/** Who was answered otherwise. */
interface ComparisonExampleTable {
  environmentId: string
  flag: string
  digest: string
  /** What answers the program, by the name its provider goes by. */
  source: string
  answers: JSONColumnType<[theirs: Json, ours: Json]>
  /** Without what is personal and without the key; null where the environment keeps no contexts. */
  context: JSONColumnType<SampledContext> | null
  /** The digest of the targeting key. */
  unit: string | null
  seenAt: Date
}
