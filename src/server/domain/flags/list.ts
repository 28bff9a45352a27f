import type { FlagList } from '../../../shared/schemas/flag-view.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { listEnvironments } from '../projects/list-environments.ts'
import { cellsOf } from './cells.ts'
import { flagsOf } from './queries.ts'
import { flagLine } from './view.ts'

/** Every live (or every archived) flag of the project with what each environment serves, ordered by key. */
export async function list(ctx: ProjectCtx, input: { archived: boolean }): Promise<FlagList> {
  const [environments, flags, served] = await Promise.all([
    listEnvironments(ctx),
    flagsOf(ctx.db, ctx.project, input.archived),
    cellsOf(ctx),
  ])
  return {
    environments,
    rows: flags.map((flag) => {
      const { cells = {}, updatedMs } = served.get(flag.key) ?? {}
      const updatedAt = updatedMs === undefined ? flag.createdAt : new Date(updatedMs)
      return { flag: flagLine(flag), cells, updatedAt: updatedAt.toISOString() }
    }),
  }
}
