import type { ImportSource } from '../../../shared/features/imports/schemas/import.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { countSubjects, importSourcesOf, lastRuns } from './queries.ts'
import { runView, sourceView } from './view.ts'

/** Lists the import sources of the project, newest first, each with its last run. */
export async function listImports(ctx: ProjectCtx): Promise<ImportSource[]> {
  const sources = await importSourcesOf(ctx.db, ctx.project)
  const ids = sources.map(({ id }) => id)
  const runs = new Map((await lastRuns(ctx.db, ids)).map((run) => [run.sourceId, run]))
  const counts = new Map((await countSubjects(ctx.db, ids)).map(({ sourceId, count }) => [sourceId, Number(count)]))
  const ours = (await listEnvironments(ctx)).map(({ key }) => key)
  return sources.flatMap((source) => {
    const run = runs.get(source.id)
    return run === undefined ? [] : [sourceView(source, runView(run, ours, null), counts.get(source.id) ?? 0)]
  })
}
