import type { Context } from '../../schemas/context.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { build, left, spend } from '../meter.ts'
import type { OptionalModules } from '../optional-module.ts'
import type { Documents } from '../prerequisite.ts'
import type { Explanation } from './trace.ts'

export interface Run {
  readonly documents: Documents
  readonly profiles: OptionalModules
  readonly flag: FlagDocument
  readonly context: Context
  readonly nowMs: number
  /** The salt of points without one: the flag's, or the key of the current segment. */
  readonly salt: string
  /** Whether anything in the flag or its segments is extended. */
  readonly wide: boolean
  /** The flags, and `segment:key`, whose explanation led here, including this flag. */
  readonly chain: readonly string[]
  /** Results of native flags and segments already evaluated for this context, with their costs. */
  readonly asked: Map<string, RecordedResult>
  readonly ask: (key: string, run: Run) => Explanation
}

type RecordedResult = { readonly result: unknown; readonly steps: number; readonly bytes: number }

/**
 * Evaluates a native flag or segment once per context. Without this, flags that refer to each other in many ways could
 * make an explanation endless. `first` is the trace, on the first call only. Later calls spend the same budget as an
 * evaluation would.
 */
export const evaluateOnce = <R, T>(
  key: string,
  run: Run,
  ask: () => { readonly result: R; readonly trace: T },
): { readonly result: R; readonly first: T | null } => {
  const known = run.asked.get(key)
  if (known !== undefined) {
    spend(known.steps)
    build(known.bytes)
    // Safe cast: a key always stores the same kind of result.
    return { result: known.result as R, first: null }
  }
  const before = left()
  const { result, trace } = ask()
  const after = left()
  run.asked.set(key, { result, steps: before.steps - after.steps, bytes: before.bytes - after.bytes })
  return { result, first: trace }
}
