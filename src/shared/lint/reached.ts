import type { Condition } from '../schemas/condition.ts'

/** Why a rule never matches. Positions count from 0. */
export type Dead =
  /** No context can be what it asks for; these two of its lines alone contradict each other, where two do. */
  | { because: 'contradiction'; lines: readonly [Condition, Condition] | null }
  /** It asks a flag for a variant that this one gives nobody; `answer` is empty where that flag is off. */
  | { because: 'flag'; flag: string; answer: string }
  /** An earlier rule already serves everyone it is about; or several do, together. */
  | { because: 'shadow'; by: readonly number[] }

/** What can be said of a flag's rules: which never match, and whether anybody is left for what everyone else gets. */
export type Reach = { dead: ReadonlyMap<string, Dead>; elseReached: boolean }

/** Steps that all questions of one document may take together. */
export const reachSteps = 300_000
