import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Source, SourceRead } from '../../../shared/features/sources/schemas/source.ts'
import { limits } from '../../../shared/limits.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import {
  type WarehouseQueryRow,
  type WarehouseRow,
  warehouseQueriesOf,
  warehouseReadsOf,
  warehousesOf,
  warehouseUsageSince,
} from './queries.ts'
import { dayOf, readView, sourceView } from './view.ts'

/** Lists the project's sources by key, without passwords. */
export async function listWarehouses({ db, project, now }: ProjectCtx): Promise<Source[]> {
  const rows = await warehousesOf(db, project)
  const ids = rows.map(({ id }) => id)
  const [facts, spent] = [await warehouseQueriesOf(db, ids), await warehouseUsageSince(db, ids, dayOf(now()))]
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
export async function getWarehouse(ctx: ProjectCtx, { source }: { source: string }): Promise<Source> {
  const found = (await listWarehouses(ctx)).find(({ key }) => key === source)
  if (found) return found
  throw noSource(ctx, source)
}

/** Lists the last reads of a fact, newest first. */
export async function listWarehouseReads(
  ctx: ProjectCtx,
  input: { source: string; event: string | null },
): Promise<SourceRead[]> {
  const fact = await requireWarehouseQuery(ctx, input)
  return (await warehouseReadsOf(ctx.db, fact.id, limits.sourceReadsShown)).map(readView)
}

/** Returns a source's row. Throws `source/not-found`. */
async function requireWarehouse(ctx: ProjectCtx, key: string): Promise<WarehouseRow> {
  const found = (await warehousesOf(ctx.db, ctx.project)).find((row) => row.key === key)
  if (found) return found
  throw noSource(ctx, key)
}

/** Like `findSource`, for callers who may edit sources in its environment. */
export async function requireEditableWarehouse(ctx: ProjectCtx, key: string): Promise<WarehouseRow> {
  const row = await requireWarehouse(ctx, key)
  const { role, name } = await proveEnvironment(ctx.db, ctx.project, row.environment)
  requirePermission(role, 'source.edit', `${ctx.project.name}, ${name}`)
  return row
}

/** Returns a fact's row. Throws `fact/not-found`. */
export async function requireWarehouseQuery(
  ctx: ProjectCtx,
  { source, event }: { source: string; event: string | null },
): Promise<WarehouseQueryRow> {
  const { id } = await requireWarehouse(ctx, source)
  const found = (await warehouseQueriesOf(ctx.db, [id])).find(({ eventKey }) => eventKey === event)
  if (found) return found
  const sentence =
    event === null ? `${source} has no fact that gives exposures.` : `${source} has no fact that gives ${event}.`
  throw new FanionError('fact/not-found', { source, event: event ?? 'exposures' }, sentence)
}

const noSource = ({ project }: ProjectCtx, key: string) =>
  new FanionError('source/not-found', { key }, `${project.name} has no source "${key}".`)
