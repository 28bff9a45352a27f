import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Source, SourceRead } from '../../../shared/features/sources/schemas/source.ts'
import { limits } from '../../../shared/limits.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { permit } from '../../platform/kernel/permit.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { type FactRow, factsOf, readsOf, type SourceRow, sourcesOf, spentSince } from './queries.ts'
import { dayOf, readView, sourceView } from './view.ts'

/** Lists the project's sources by key, without passwords. */
export async function listSources({ db, project, now }: ProjectCtx): Promise<Source[]> {
  const rows = await sourcesOf(db, project)
  const ids = rows.map(({ id }) => id)
  const [facts, spent] = [await factsOf(db, ids), await spentSince(db, ids, dayOf(now()))]
  return rows.map((row) =>
    sourceView(
      row,
      facts.filter(({ source }) => source === row.id),
      spent.get(row.id) ?? { rows: 0, ms: 0 },
      now(),
    ),
  )
}

/** Returns a source. Throws `source/not-found`. */
export async function getSource(ctx: ProjectCtx, { source }: { source: string }): Promise<Source> {
  const found = (await listSources(ctx)).find(({ key }) => key === source)
  if (found) return found
  throw noSource(ctx, source)
}

/** Lists the last reads of a fact, newest first. */
export async function listReads(
  ctx: ProjectCtx,
  input: { source: string; event: string | null },
): Promise<SourceRead[]> {
  const fact = await findFact(ctx, input)
  return (await readsOf(ctx.db, fact.id, limits.sourceReadsShown)).map(readView)
}

/** Returns a source's row. Throws `source/not-found`. */
async function findSource(ctx: ProjectCtx, key: string): Promise<SourceRow> {
  const found = (await sourcesOf(ctx.db, ctx.project)).find((row) => row.key === key)
  if (found) return found
  throw noSource(ctx, key)
}

/** Like `findSource`, for callers who may edit sources in its environment. */
export async function findEditable(ctx: ProjectCtx, key: string): Promise<SourceRow> {
  const row = await findSource(ctx, key)
  const { role, name } = await proveEnvironment(ctx.db, ctx.project, row.environment)
  permit(role, 'source.edit', `${ctx.project.name}, ${name}`)
  return row
}

/** Returns a fact's row. Throws `fact/not-found`. */
export async function findFact(
  ctx: ProjectCtx,
  { source, event }: { source: string; event: string | null },
): Promise<FactRow> {
  const { id } = await findSource(ctx, source)
  const found = (await factsOf(ctx.db, [id])).find(({ eventKey }) => eventKey === event)
  if (found) return found
  const sentence =
    event === null ? `${source} has no fact that gives exposures.` : `${source} has no fact that gives ${event}.`
  throw new FanionError('fact/not-found', { source, event: event ?? 'exposures' }, sentence)
}

const noSource = ({ project }: ProjectCtx, key: string) =>
  new FanionError('source/not-found', { key }, `${project.name} has no source "${key}".`)
