import type { FlagList, FlagRow } from '../../../shared/schemas/flag-view.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { inSlices } from '../../kernel/in-slices.ts'
import { proveEnvironments } from '../../kernel/scope.ts'
import { listEnvironments } from '../projects/list-environments.ts'
import { revisionAt } from '../revisions/history-queries.ts'
import { pastFlags } from '../revisions/past-documents.ts'
import { pastCells } from './cells.ts'
import { flagsOf } from './queries.ts'
import { flagLine } from './view.ts'

/**
 * The flags that were somewhere at an instant, also those archived since, with what each environment served then, ordered
 * by key. Names, tags and owners are those of today.
 */
export async function listAsOf(ctx: ProjectCtx, { at }: { at: string }): Promise<FlagList> {
  const then = new Map<string, { cells: FlagRow['cells']; updatedMs: number }>()
  const revisions = new Map<string, number>()
  for (const environment of await proveEnvironments(ctx.db, ctx.project)) {
    const number = (await revisionAt(ctx.db, environment, new Date(at)))?.number ?? 0
    revisions.set(environment.key, number)
    const flags = await pastFlags(ctx.db, environment, number)
    const cells = await pastCells(ctx.db, environment.id, flags)
    for (const [key, , publishedMs] of flags) {
      const cell = cells.get(key)
      if (cell === undefined) continue
      const row = then.get(key) ?? { cells: {}, updatedMs: 0 }
      row.cells[environment.key] = cell
      row.updatedMs = Math.max(row.updatedMs, publishedMs)
      then.set(key, row)
    }
  }
  const flags = [...(await flagsOf(ctx.db, ctx.project, false)), ...(await flagsOf(ctx.db, ctx.project, true))]
  const environments = await listEnvironments(ctx)
  const rows = await inSlices(
    flags.filter(({ key }) => then.has(key)).sort((a, b) => (a.key < b.key ? -1 : 1)),
    (flag) => {
      const { cells = {}, updatedMs = 0 } = then.get(flag.key) ?? {}
      return { flag: flagLine(flag), cells, updatedAt: new Date(updatedMs).toISOString() }
    },
  )
  return { environments: environments.map((one) => ({ ...one, revision: revisions.get(one.key) ?? 0 })), rows }
}
