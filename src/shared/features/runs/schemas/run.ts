import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { Rule } from '../../../schemas/flag.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'

/** A run's number, given by project. */
export const RunNumber = z.int().min(1).max(limits.runNumber)
export type RunNumber = z.infer<typeof RunNumber>

export const RunKind = z.enum(['ramp', 'experiment'])
export type RunKind = z.infer<typeof RunKind>

/** A run is proposed by a change, open from the revision that begins it, and ended for good. */
export const RunState = z.enum(['proposed', 'open', 'ended'])
export type RunState = z.infer<typeof RunState>

/** One measured stretch of one rule. */
export const Run = z.strictObject({
  number: RunNumber,
  environment: ScopeKey,
  flag: Key,
  kind: RunKind,
  state: RunState,
  /** As last published; null before the run is open. */
  rule: Rule.nullable(),
  /** Keys of variants. */
  arms: list(Key),
  plan: Json,
  /** Of the plan: SHA-256, hexadecimal. */
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
