import type { FilePlan } from '../../../shared/flag-files/plan.ts'
import type { FiledIn } from '../../../shared/flag-files/plan-parts.ts'
import type { ToldProblem } from './folder.ts'
import type { ReadProject } from './project-state.ts'

/** The comparison of a folder with its project. The plan is valid only if `problems` is empty. */
export type Planned = ReadProject & {
  readonly folder: string
  readonly files: readonly FiledIn[]
  readonly plan: FilePlan
  /** Flags without a file that will be archived. Empty without `--prune`. */
  readonly archive: readonly string[]
  readonly problems: readonly ToldProblem[]
}
