import type { Condition } from '../schemas/condition.ts'

/** Why a rule never matches. Positions start at 0. */
export type DeadRuleReason =
  /** No context satisfies its conditions. `lines` are two conditions that contradict each other, if two suffice. */
  | { because: 'contradiction'; lines: readonly [Condition, Condition] | null }
  /** It requires a variant of another flag that this flag serves no one. `answer` is empty if the other flag is off. */
  | { because: 'flag'; flag: string; answer: string }
  /** One or more earlier rules together already serve its whole audience. */
  | { because: 'shadow'; by: readonly number[] }

/** The reachability of a flag's rules: which never match, and whether any user reaches the default serve. */
export type RuleReachability = { dead: ReadonlyMap<string, DeadRuleReason>; elseReached: boolean }

/** Step budget for the complete analysis of one document. */
export const reachSteps = 300_000
