import type { RowProblem } from '../../../shared/features/sources/schemas/source.ts'
import { limits } from '../../../shared/limits.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { StoredExposureRow } from '../../platform/event-store/rows.ts'
import type { SliceRow } from '../../platform/event-store/warehouse-data-store.ts'
import type { EventStoreCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { Column, Rows, TableSource } from '../../platform/outbound/tables/table-source.ts'
import { eventsOf } from '../events/queries.ts'
import { addIntakeCount } from '../usage/batch-queries.ts'
import { measureKeyOf, readReportableOf } from '../usage/measured-queries.ts'
import { knownRuns, unitKeyPurpose } from '../usage/reportable-cache.ts'
import { byTargetingKey, unitDigest } from '../usage/unit-digest.ts'
import type { WarehouseSlice } from './next-slice-of.ts'
import { queryError, type WarehouseCtx } from './open-warehouse.ts'
import type { DueWarehouseQuery } from './queries.ts'
import { columnProblems, selectEventRows } from './select-event-rows.ts'
import { exposureColumnProblems, selectExposures } from './select-exposures.ts'

type Ctx = ProjectCtx & EventStoreCtx & WarehouseCtx

/** Totals of a read in progress. */
export type SliceTotals = { rows: number; readonly refused: Map<RowProblem, number>; bytes: number }

type SliceRead = {
  readonly fact: DueWarehouseQuery
  readonly slice: WarehouseSlice
  readonly tables: TableSource
  readonly read: SliceTotals
  /** Records that the slice was read. */
  readonly settle: (tx: Tx) => Promise<void>
}

/**
 * Reads a slice of a fact and stores it: rows of an event replace earlier ones, exposures are added to the known ones.
 */
export const storeWarehouseSlice = (ctx: Ctx, taken: SliceRead): Promise<void> =>
  taken.fact.event === null ? takeExposures(ctx, taken) : takeEvents(ctx, taken, taken.fact.event)

async function takeEvents(ctx: Ctx, { fact, slice, tables, read, settle }: SliceRead, id: number): Promise<void> {
  const definition = (await eventsOf(ctx.db, ctx.project)).find((one) => one.id === id)?.definition
  if (!definition) throw queryError(`there is no event ${fact.eventKey} any more`)
  const { place, key } = await unitsOf(ctx, fact)
  const span = { fromMs: slice.from.getTime(), toMs: slice.to.getTime() }
  const digest = (unit: string) => unitDigest(key, fact.unitBy ?? byTargetingKey, unit)
  const judged = async function* (): AsyncGenerator<SliceRow[]> {
    for await (const { columns, rows } of rowsOf(tables, fact, slice, read, (all) => columnProblems(all, definition)))
      yield selectEventRows(columns, rows, { ...span, definition, digest }, read.refused)
  }
  const stretch = { ...span, place, event: id, unitBy: fact.unitBy }
  await ctx.measure.replaceSlice(ctx.db, stretch, judged(), async (tx, more) => {
    await settle(tx)
    // rows that are read again are counted once
    const arrived = { place, event: fact.eventKey ?? '', by: `source ${fact.sourceKey}`, count: more, at: ctx.now() }
    if (more > 0) await addIntakeCount(tx, arrived)
  })
}

async function takeExposures(ctx: Ctx, { fact, slice, tables, read, settle }: SliceRead): Promise<void> {
  const { place, key } = await unitsOf(ctx, fact)
  const now = ctx.now()
  const measured = await readReportableOf(ctx.db, fact.environmentId, place, now)
  // only experiments: ramps rely on SDK reports because they cannot wait for a table
  const runs = new Map([...knownRuns({ runs: measured?.runs ?? [] })].filter(([, { kind }]) => kind === 'experiment'))
  const judge = { key, runs, fromMs: slice.from.getTime(), toMs: slice.to.getTime(), nowMs: now.getTime() }
  const first = new Map<string, StoredExposureRow>()
  for await (const { columns, rows } of rowsOf(tables, fact, slice, read, exposureColumnProblems))
    for (const one of selectExposures(columns, rows, judge, read.refused)) {
      const id = `${one.run} ${one.unit}`
      const known = first.get(id)
      if (known === undefined || one.atMs < known.atMs) first.set(id, one)
      if (first.size > limits.sliceExposures)
        throw queryError(
          `more than ${limits.sliceExposures} units were exposed in ${slice.from.toISOString()} to ${slice.to.toISOString()}`,
        )
    }
  await ctx.measure.putExposures(ctx.db, [...first.values()], settle)
}

/** The environment's number in the event store and the key of its unit digests. */
async function unitsOf(ctx: Ctx, { environmentId }: DueWarehouseQuery): Promise<{ place: number; key: string }> {
  const purpose = unitKeyPurpose(environmentId)
  const { place, sealed } = await measureKeyOf(ctx.db, environmentId, () => ctx.vault.seal(ctx.newSecret(32), purpose))
  return { place, key: ctx.vault.open(sealed, purpose) }
}

/** Yields the rows of a slice in batches, after checking the columns. */
async function* rowsOf(
  tables: TableSource,
  { query, interrupted }: DueWarehouseQuery,
  slice: WarehouseSlice,
  read: SliceTotals,
  problemsOf: (columns: readonly Column[]) => string[],
): AsyncGenerator<Rows> {
  const most = {
    ...{ rows: limits.sliceRows, ms: limits.sliceReadMs },
    ...(interrupted === 0
      ? { atOnce: limits.sliceRowsAtOnce, bytesAtOnce: limits.sliceBytesAtOnce }
      : { atOnce: limits.retriedRowsAtOnce, bytesAtOnce: limits.retriedBytesAtOnce }),
  }
  let isFirst = true
  const before = tables.bytes()
  for await (const some of tables.read(query, slice, most)) {
    const [problem] = isFirst ? problemsOf(some.columns) : []
    if (problem !== undefined) throw queryError(problem)
    isFirst = false
    read.rows += some.rows.length
    read.bytes = tables.bytes() - before
    if (some.rows.length > 0) yield some
  }
}
