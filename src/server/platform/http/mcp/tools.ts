import type { Tool } from './tool.ts'
import { contract } from './tools/contract.ts'
import { createFlag } from './tools/create-flag.ts'
import { experimentResults } from './tools/experiment-results.ts'
import { explain } from './tools/explain.ts'
import { findExperiments } from './tools/find-experiments.ts'
import { findFlags } from './tools/find-flags.ts'
import { getFlag } from './tools/get-flag.ts'
import { impact } from './tools/impact.ts'
import { listProjects } from './tools/list-projects.ts'
import { proposeChange } from './tools/propose-change.ts'
import { proposeExperiment } from './tools/propose-experiment.ts'
import { references } from './tools/references.ts'
import { removalPlan } from './tools/removal-plan.ts'
import { staleFlags } from './tools/stale-flags.ts'
import { whoChanged } from './tools/who-changed.ts'

/** All tools, in the order of a typical task. */
export const tools: readonly Tool[] = [
  listProjects,
  findFlags,
  getFlag,
  explain,
  whoChanged,
  contract,
  references,
  staleFlags,
  removalPlan,
  findExperiments,
  experimentResults,
  impact,
  createFlag,
  proposeChange,
  proposeExperiment,
]
