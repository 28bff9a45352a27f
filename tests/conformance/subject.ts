import type { Outcome } from '../../src/shared/engine/outcome.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagType } from '../../src/shared/schemas/flag.ts'
import type { Kind } from './not-expressible.ts'

/** One published question with its answer, asked of the vendor's configuration after it went through the compiler. */
export type Case = Evaluation | Layout

/** A question about what the compiler itself works out: where a split is cut. */
export type Layout = {
  id: string
  feature: string
  kind?: Kind
  /** What is wrong with what it worked out; null when nothing is. */
  check: () => string | null
}

export type Evaluation = {
  /** Unique, and the vendor's own where it has one. */
  id: string
  feature: string
  /** A kind of question that is about something else than a flag's configuration. */
  kind?: Kind
  /** The same object for every case of one configuration: it is compiled once. */
  datafile: Datafile
  flag: string
  context: Context
  nowMs: number
  /** The type the caller asked for. */
  type?: FlagType
  /** What is wrong with an answer; null when nothing is. */
  judge: (outcome: Outcome) => string | null
}

/** One source of published cases. */
export type Subject = {
  vendor: string
  /** Where the cases come from, for people. */
  source: string
  /** Why there are no cases to run; undefined when there are. */
  absent?: string
  cases: Case[]
}
