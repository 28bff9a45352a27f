import type { Matches } from '../../../../../../shared/engine/matches.ts'

/** Number of contexts that neither a rule nor the default serves, because a prerequisite fails. */
export const keptAway = ({ rules, otherwise }: Matches, contexts: number): number =>
  Math.max(0, contexts - otherwise - Object.values(rules).reduce((sum, count) => sum + count, 0))
