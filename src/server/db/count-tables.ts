import type { ColumnType, Generated } from 'kysely'

/** The tables of what programs counted. */
export interface CountTables {
  evaluationCount: EvaluationCountTable
  evaluationDay: EvaluationDayTable
  evaluationHour: EvaluationHourTable
  evaluationSeen: EvaluationSeenTable
  rollUp: RollUpTable
}

export interface EvaluationCountTable {
  environmentId: string
  flag: string
  variant: string
  hour: Date
  count: ColumnType<string, number, number>
}

export interface EvaluationDayTable {
  environmentId: string
  flag: string
  variant: string
  /** As PostgreSQL's driver reads a date: midnight where the server stands. */
  day: ColumnType<Date, string, never>
  count: ColumnType<string, number, number>
}

/** How often an environment was asked in an hour, all flags together. */
export interface EvaluationHourTable {
  environmentId: string
  hour: Date
  count: ColumnType<string, number, number>
}

/** The last hour in which a flag was counted in an environment. */
export interface EvaluationSeenTable {
  environmentId: string
  flag: string
  hour: Date
}

/** The day up to which hours were summed into days; one row, or none before the first time. */
export interface RollUpTable {
  single: Generated<boolean>
  day: ColumnType<Date, string, string>
}
