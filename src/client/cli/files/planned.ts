import type { FilePlan } from '../../../shared/flag-files/plan.ts'
import type { FiledIn } from '../../../shared/flag-files/plan-parts.ts'
import type { ToldProblem } from './folder.ts'
import type { ReadProject } from './project-state.ts'

/** What the files of a folder would change in a project; with problems there is no plan. */
export type Planned = ReadProject & {
  readonly folder: string
  readonly files: readonly FiledIn[]
  readonly plan: FilePlan
  /** Flags that no file has and that are to be archived; none unless it is asked for. */
  readonly archive: readonly string[]
  readonly problems: readonly ToldProblem[]
}
