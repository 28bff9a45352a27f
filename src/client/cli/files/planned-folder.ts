import type { FilePlan } from '../../../shared/flag-files/plan.ts'
import type { ParsedFlagFile } from '../../../shared/flag-files/plan-parts.ts'
import type { PrintedProblem } from './folder.ts'
import type { ReadProject } from './project-state.ts'

/** The comparison of a folder with its project. The plan is valid only if `problems` is empty. */
export type PlannedFolder = ReadProject & {
  readonly folder: string
  readonly files: readonly ParsedFlagFile[]
  readonly plan: FilePlan
  /** Flags without a file that will be archived. Empty without `--prune`. */
  readonly archive: readonly string[]
  readonly problems: readonly PrintedProblem[]
}
