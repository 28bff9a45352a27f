import type { Context } from '../../schemas/context.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Documents } from '../prerequisite.ts'
import type { Profiles } from '../profile.ts'
import type { Explanation } from './trace.ts'

/** One flag being explained for one context. */
export interface Run {
  readonly documents: Documents
  readonly profiles: Profiles
  readonly flag: FlagDocument
  readonly context: Context
  readonly nowMs: number
  /** The salt of points that name none: the flag's, or inside a segment its key. */
  readonly salt: string
  /** Whether anything in the flag or its segments is of the superset. */
  readonly wide: boolean
  /** The flags, and `segment:key`, whose explanation led here, this flag included. */
  readonly chain: readonly string[]
  /** Explains another flag for the same context. */
  readonly ask: (key: string, run: Run) => Explanation
}
