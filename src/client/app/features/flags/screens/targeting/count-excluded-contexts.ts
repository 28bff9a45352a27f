import type { RuleMatchCounts } from '../../../../../../shared/engine/matches.ts'

/** Number of contexts that neither a rule nor the default serves, because a prerequisite fails. */
export const countExcludedContexts = ({ rules, otherwise }: RuleMatchCounts, contexts: number): number =>
  Math.max(0, contexts - otherwise - Object.values(rules).reduce((sum, count) => sum + count, 0))
