import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { Rule } from '../../../schemas/flag.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'

/** The number of a run, unique in its project. */
export const RunNumber = z.int().min(1).max(limits.runNumber)
export type RunNumber = z.infer<typeof RunNumber>

export const RunKind = z.enum(['ramp', 'experiment'])
export type RunKind = z.infer<typeof RunKind>

/** A run is proposed by a change, open from the revision that starts it, and finally ended. */
export const RunState = z.enum(['proposed', 'open', 'ended'])
export type RunState = z.infer<typeof RunState>

/** A period in which one rule is measured. */
export const Run = z.strictObject({
  number: RunNumber,
  environment: ScopeKey,
  flag: Key,
  kind: RunKind,
  state: RunState,
  /** The rule as last published. Null before the run is open. */
  rule: Rule.nullable(),
  /** Keys of variants. */
  arms: list(Key),
  plan: Json,
  /** SHA-256 of the plan, in hexadecimal. */
  hash: z.string(),
  /** The change that proposed it. */
  change: z.int().nullable(),
  proposedAt: Instant,
  openedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})
export type Run = z.infer<typeof Run>

export const ListRunsInput = InEnvironment.extend({ flag: Key.optional(), state: RunState.optional() })
export type ListRunsInput = z.infer<typeof ListRunsInput>
