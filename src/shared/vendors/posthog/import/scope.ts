import type { Condition } from '../../../schemas/condition.ts'
import type { Report } from '../../importing/finding.ts'
import type { PhConfig } from './config.ts'

/**
 * What evaluated the flags: PostHog's server, or a Node SDK by itself (`local`), which returns no result if something
 * is unknown.
 */
export type Evaluator = 'server' | 'local'

/** The inputs for converting one flag or cohort, and its report function. */
export type PhScope = {
  config: PhConfig
  evaluator: Evaluator
  flagKeys: ReadonlyMap<string, string>
  cohortKeys: ReadonlyMap<string, string>
  report: Report
}

/** An unknown result: the flag is unknown unless another condition decides. */
export const unknown: Condition = { read: { firstOf: [] }, test: { op: 'present' }, missing: 'unknown' }

export const nobody: Condition = { any: [] }
