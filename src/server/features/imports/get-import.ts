import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ImportSource } from '../../../shared/features/imports/schemas/import.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { splitMapping } from './mapping.ts'
import { countSubjects, findImportSource, lastRuns } from './queries.ts'
import { statusesOf } from './status-queries.ts'
import { runView, sourceView } from './view.ts'

/**
 * Returns a source with its last run and, if that run is waiting to be imported, the number of items per status. Throws
 * `import/not-found`.
 */
export async function getImport(ctx: ProjectCtx, input: { source: number }): Promise<ImportSource> {
  const source = await findImportSource(ctx.db, ctx.project, input.source)
  const [run] = source ? await lastRuns(ctx.db, [source.id]) : []
  if (!source || !run) throw new FanionError('import/not-found')
  const ours = (await listEnvironments(ctx)).map(({ key }) => key)
  const { there, fresh } = splitMapping(run.mapping, ours)
  const asked = { project: ctx.project, source: source.id, run: run.id, mapping: there, fresh: Object.keys(fresh) }
  const statuses = run.state === 'previewed' ? await statusesOf(ctx.db, asked) : null
  const [subjects] = await countSubjects(ctx.db, [source.id])
  const shown = runView(run, ours, statuses)
  return sourceView(source, shown, Number(subjects?.count ?? 0))
}
