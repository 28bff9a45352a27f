import type { Outcome } from '../../src/shared/engine/outcome.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagType } from '../../src/shared/schemas/flag.ts'
import type { Kind } from './not-expressible.ts'

/** A published case with its answer, evaluated on the vendor's configuration after it was imported. */
export type Case = Evaluation | Layout

/** A case about what the importer computes: the boundaries of a split. */
export type Layout = {
  id: string
  feature: string
  kind?: Kind
  /** Returns what is wrong with the result, or null. */
  check: () => string | null
}

export type Evaluation = {
  /** Unique; the vendor's own id if there is one. */
  id: string
  feature: string
  /** Set if the case is about something other than a flag's configuration. */
  kind?: Kind
  /** The same object for all cases of one configuration, so that it is compiled once. */
  datafile: Datafile
  flag: string
  context: Context
  nowMs: number
  /** The type that the caller requests. */
  type?: FlagType
  /** Returns what is wrong with an answer, or null. */
  judge: (outcome: Outcome) => string | null
}

/** A source of published cases. */
export type Subject = {
  vendor: string
  /** The origin of the cases, for printing. */
  source: string
  /** Why there are no cases to run. Undefined if there are. */
  absent?: string
  cases: Case[]
}
