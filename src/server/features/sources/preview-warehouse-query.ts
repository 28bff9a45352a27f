import type { z } from 'zod'
import type { FactPreview, PreviewFactInput } from '../../../shared/features/sources/schemas/source.ts'
import { limits } from '../../../shared/limits.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { Column, Row } from '../../platform/outbound/tables/table-source.ts'
import { requireEditableWarehouse } from './list-warehouses.ts'
import { type WarehouseCtx, warehouseAccessOf, withWarehouse } from './open-warehouse.ts'
import { columnProblems } from './select-event-rows.ts'
import { exposureColumnProblems } from './select-exposures.ts'

const dayMs = 24 * 3_600_000

/** Returns the first rows of a query for the last day, and the database's estimate for all of them. Stores nothing. */
export async function previewWarehouseQuery(
  ctx: ProjectCtx & WarehouseCtx,
  { source, query, exposures }: Omit<z.output<typeof PreviewFactInput>, 'project'>,
): Promise<FactPreview> {
  const row = await requireEditableWarehouse(ctx, source)
  const began = ctx.now()
  const span = { from: new Date(began.getTime() - dayMs), to: began }
  return withWarehouse(ctx, warehouseAccessOf(ctx, row), async (tables) => {
    const { columns, rows } = await tables.first(query, span, {
      atOnce: limits.previewedRows,
      bytesAtOnce: limits.previewedBytes,
    })
    const estimate = await tables.estimate(query, span)
    return {
      ...{ from: span.from.toISOString(), to: span.to.toISOString(), columns: [...columns], estimate },
      rows: rows.map((one) => shown(columns, one)),
      ms: Math.max(0, ctx.now().getTime() - began.getTime()),
      problems: exposures ? exposureColumnProblems(columns) : columnProblems(columns, null),
    }
  })
}

/** Formats values for display: times as instants, long text truncated. */
const shown = (columns: readonly Column[], row: Row): (string | null)[] =>
  row.map((value, at) => {
    if (value === null) return null
    if (columns[at]?.kind === 'time') return value === '' ? '–' : new Date(Number(value)).toISOString()
    return value.length > limits.nameLength ? `${value.slice(0, limits.nameLength)}…` : value
  })
