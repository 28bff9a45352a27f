import type { Condition } from '../../../schemas/condition.ts'
import type { Report } from '../../importing/finding.ts'
import type { PhConfig } from './config.ts'

/** Who evaluated: PostHog's server, or an SDK for Node on its own (`local`), which gives up where it does not know. */
export type Evaluator = 'server' | 'local'

/** What compiling one flag or cohort reads, and where it reports. */
export type PhScope = {
  config: PhConfig
  evaluator: Evaluator
  flagKeys: ReadonlyMap<string, string>
  cohortKeys: ReadonlyMap<string, string>
  report: Report
}

/** Nobody can tell: the flag is unknown unless another condition decides. */
export const unknown: Condition = { read: { firstOf: [] }, test: { op: 'present' }, missing: 'unknown' }

export const nobody: Condition = { any: [] }
