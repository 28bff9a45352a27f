import type { Context } from '../../schemas/context.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { build, left, spend } from '../meter.ts'
import type { OptionalModules } from '../optional-module.ts'
import type { Documents } from '../prerequisite.ts'
import type { Explanation } from './trace.ts'

/** One flag being explained for one context. */
export interface Run {
  readonly documents: Documents
  readonly profiles: OptionalModules
  readonly flag: FlagDocument
  readonly context: Context
  readonly nowMs: number
  /** The salt of points that name none: the flag's, or inside a segment its key. */
  readonly salt: string
  /** Whether anything in the flag or its segments is of the superset. */
  readonly wide: boolean
  /** The flags, and `segment:key`, whose explanation led here, this flag included. */
  readonly chain: readonly string[]
  /** What native flags and segments that were asked have answered this context, and what that took. */
  readonly asked: Map<string, Asked>
  /** Explains another flag for the same context. */
  readonly ask: (key: string, run: Run) => Explanation
}

type Asked = { readonly result: unknown; readonly steps: number; readonly bytes: number }

/**
 * What a native flag or segment answers, found once: the same context gets the same answer, and flags that ask each other
 * on many ways would fill an explanation without end. `first` is the trace, the first time; asking again spends what it
 * does in an evaluation.
 */
export const once = <R, T>(
  key: string,
  run: Run,
  ask: () => { readonly result: R; readonly trace: T },
): { readonly result: R; readonly first: T | null } => {
  const known = run.asked.get(key)
  if (known !== undefined) {
    spend(known.steps)
    build(known.bytes)
    // What is kept under a key is what was asked there.
    return { result: known.result as R, first: null }
  }
  const before = left()
  const { result, trace } = ask()
  const after = left()
  run.asked.set(key, { result, steps: before.steps - after.steps, bytes: before.bytes - after.bytes })
  return { result, first: trace }
}
