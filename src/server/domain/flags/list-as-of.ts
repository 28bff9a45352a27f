import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { FlagList, FlagRow } from '../../../shared/schemas/flag-view.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { proveEnvironments } from '../../kernel/scope.ts'
import { listEnvironments } from '../projects/list-environments.ts'
import { datedDocumentsAt, revisionAt } from '../revisions/history-queries.ts'
import { flagsOf } from './queries.ts'
import { cellView, flagLine } from './view.ts'

/**
 * The flags that were somewhere at an instant, also those archived since, with what each environment served then, ordered
 * by key. Names, tags and owners are those of today.
 */
export async function listAsOf(ctx: ProjectCtx, { at }: { at: string }): Promise<FlagList> {
  const then = new Map<string, { cells: FlagRow['cells']; updatedAt: Date }>()
  const revisions = new Map<string, number>()
  for (const environment of await proveEnvironments(ctx.db, ctx.project)) {
    const newest = await revisionAt(ctx.db, environment, new Date(at))
    revisions.set(environment.key, newest?.number ?? 0)
    for (const one of await datedDocumentsAt(ctx.db, environment, newest?.number ?? 0)) {
      if (one.kind !== 'flag') continue
      const row = then.get(one.key) ?? { cells: {}, updatedAt: one.publishedAt }
      // a flag's document
      row.cells[environment.key] = cellView(one.number, one.document as FlagDocument)
      if (one.publishedAt > row.updatedAt) row.updatedAt = one.publishedAt
      then.set(one.key, row)
    }
  }
  const flags = [...(await flagsOf(ctx.db, ctx.project, false)), ...(await flagsOf(ctx.db, ctx.project, true))]
  const environments = await listEnvironments(ctx)
  return {
    environments: environments.map((one) => ({ ...one, revision: revisions.get(one.key) ?? 0 })),
    rows: flags
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .flatMap((flag) => {
        const seen = then.get(flag.key)
        if (seen === undefined) return []
        return [{ flag: flagLine(flag), cells: seen.cells, updatedAt: seen.updatedAt.toISOString() }]
      }),
  }
}
