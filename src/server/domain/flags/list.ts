import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { FlagCell, FlagList } from '../../../shared/schemas/flag-view.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { listEnvironments } from '../projects/list-environments.ts'
import { flagHeadsOf, flagsOf } from './queries.ts'
import { cellView, flagView } from './view.ts'

/** Every live (or every archived) flag of the project with what each environment serves, ordered by key. */
export async function list(ctx: ProjectCtx, input: { archived: boolean }): Promise<FlagList> {
  const environments = await listEnvironments(ctx)
  const flags = await flagsOf(ctx.db, ctx.project, input.archived)
  const cells = new Map<string, { cells: Record<string, FlagCell>; updatedAt: Date }>()
  for (const head of await flagHeadsOf(ctx.db, ctx.project)) {
    const row = cells.get(head.key) ?? { cells: {}, updatedAt: head.publishedAt }
    // the heads asked for are flags'
    row.cells[head.environment] = cellView(head.number, head.document as FlagDocument)
    if (head.publishedAt > row.updatedAt) row.updatedAt = head.publishedAt
    cells.set(head.key, row)
  }
  return {
    environments,
    rows: flags.map((flag) => {
      const seen = cells.get(flag.key)
      return {
        flag: flagView(flag),
        cells: seen?.cells ?? {},
        updatedAt: (seen?.updatedAt ?? flag.createdAt).toISOString(),
      }
    }),
  }
}
