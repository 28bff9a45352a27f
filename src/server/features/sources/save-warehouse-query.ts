import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SaveFactInput, Source } from '../../../shared/features/sources/schemas/source.ts'
import { limits } from '../../../shared/limits.ts'
import { durationMs } from '../../../shared/schemas/duration.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { nextSave, requireSeenSave } from '../../platform/kernel/seen-version.ts'
import type { Column, TableSource } from '../../platform/outbound/tables/table-source.ts'
import { eventsOf } from '../events/queries.ts'
import { saveEvent } from '../events/save-event.ts'
import { getWarehouse, requireEditableWarehouse, requireWarehouseQuery } from './list-warehouses.ts'
import { queryError, type WarehouseCtx, warehouseAccessOf, withWarehouse } from './open-warehouse.ts'
import {
  insertWarehouseQuery,
  lockWarehouses,
  updateWarehouseQuery,
  type WarehouseRow,
  warehouseQueriesOf,
  warehouseQueryOfEvent,
} from './queries.ts'
import { columnProblems } from './select-event-rows.ts'
import { exposureColumnProblems } from './select-exposures.ts'

const dayMs = 24 * 3_600_000
/** Days before now from which a new fact is read by default. For exposures, as far back as SDKs may report them. */
const firstDays = { event: 14, exposures: 7 } as const

/**
 * Saves the query of a source that returns an event or exposures, replacing the earlier one. Runs the query once to
 * check its columns. If the query or unit has changed, everything is read again.
 * Throws `source/edited` if the version isn't the current one.
 */
export async function saveWarehouseQuery(
  ctx: ProjectCtx & WarehouseCtx,
  input: z.output<typeof SaveFactInput>,
): Promise<Source> {
  const { source: key, event, query, declare } = input
  const source = await requireEditableWarehouse(ctx, key)
  if (event === null) {
    await withWarehouse(ctx, warehouseAccessOf(ctx, source), (tables) =>
      fitting(tables, query, exposureColumnProblems, ctx.now()),
    )
    return inTransaction(ctx, async (tx) => {
      await lockWarehouses(tx.db, tx.project)
      return kept(tx, source, null, input)
    })
  }
  const declared = (await eventsOf(ctx.db, ctx.project)).find((one) => one.key === event && one.archivedAt === null)
  const definition = declared?.definition ?? (declare && { ...declare, fromClients: false })
  if (!definition) {
    const sentence = `${ctx.project.name} doesn’t declare an event "${event}".`
    throw new FanionError('event/not-found', { event }, sentence)
  }
  const problemsOf = (columns: readonly Column[]) => columnProblems(columns, definition)
  await withWarehouse(ctx, warehouseAccessOf(ctx, source), (tables) => fitting(tables, query, problemsOf, ctx.now()))
  return inTransaction(ctx, async (tx) => {
    await lockWarehouses(tx.db, tx.project)
    if (!declared && declare)
      await saveEvent(tx, { project: tx.project.key, key: event, description: '', fromClients: false, ...declare })
    const saved = (await eventsOf(tx.db, tx.project)).find((one) => one.key === event)
    if (!saved) throw new FanionError('event/not-found', { event })
    return kept(tx, source, saved.id, input)
  })
}

/** Throws if a query's columns are invalid. */
async function fitting(
  tables: TableSource,
  query: string,
  problemsOf: (columns: readonly Column[]) => string[],
  now: Date,
): Promise<void> {
  const span = { from: new Date(now.getTime() - dayMs), to: now }
  const { columns } = await tables.first(query, span, { atOnce: 1, bytesAtOnce: limits.previewedBytes })
  const [problem] = problemsOf(columns)
  if (problem !== undefined) throw queryError(problem)
}

type InTx = Parameters<Parameters<typeof inTransaction<ProjectCtx, void>>[1]>[0]

async function kept(
  tx: InTx,
  source: WarehouseRow,
  event: number | null,
  input: z.output<typeof SaveFactInput>,
): Promise<Source> {
  const { query, by, every, lookBack } = input
  await storeWarehouseQuery(tx, source, event, input)
  await audit(tx, {
    action: 'fact.save',
    subject: `${tx.project.key}/${source.key}/${input.event ?? 'exposures'}`,
    projectId: tx.project.id,
    after: { query, by, every, lookBack },
  })
  return getWarehouse(tx, { source: source.key })
}

async function storeWarehouseQuery(
  { db, actor, now }: InTx,
  source: WarehouseRow,
  event: number | null,
  input: z.output<typeof SaveFactInput>,
): Promise<void> {
  const giving = await warehouseQueryOfEvent(db, source.environmentId, event)
  const facts = await warehouseQueriesOf(db, [source.id])
  const was = facts.find(({ id }) => id === giving?.id)
  if (giving && !was) {
    const what = input.event ?? 'exposures'
    const place = source.environment
    const sentence =
      input.event === null
        ? `${giving.source} gives exposures in ${place} already.`
        : `${giving.source} gives ${input.event} in ${place} already.`
    throw new FanionError('fact/event-taken', { source: giving.source, event: what }, sentence)
  }
  requireSeenSave(input.event ?? 'exposures', was, input.version)
  if (!was && facts.length >= limits.factsPerSource) {
    const value = limits.factsPerSource
    throw new FanionError('limit/reached', { limit: 'factsPerSource', value }, `A source has up to ${value} facts.`)
  }
  const at = now()
  const days = firstDays[event === null ? 'exposures' : 'event']
  const since = new Date(input.since ?? was?.since ?? at.getTime() - days * dayMs)
  // data of the earlier query is replaced by reading it again with the new one, so the new start must not be later
  if (was && was.since < since) {
    const problems = [{ path: 'since', problem: 'it is later than what was read', expected: 'the same, or earlier' }]
    throw new FanionError('request/invalid', { problems }, 'What was read stays: a fact can only begin earlier.')
  }
  const row = {
    ...{ query: input.query, unitBy: event === null ? null : input.by, everyMs: durationMs(input.every) ?? 0 },
    ...{ lookBackMs: durationMs(input.lookBack) ?? 0, since },
    ...{ failures: 0, problem: null, interrupted: 0, dueAt: at, savedBy: nameOf(actor), savedAt: nextSave(was, at) },
  }
  const same = was?.query === input.query && was.unitBy === row.unitBy && was.since.getTime() === since.getTime()
  // invalidates the lease, so that a running read of the earlier query is dropped
  const anew = { ...row, readUntil: null, roundAt: null, sliceFrom: null, leasedUntil: null }
  if (was) await updateWarehouseQuery(db, was.id, same ? row : anew)
  else
    await insertWarehouseQuery(db, {
      ...anew,
      source: source.id,
      environmentId: source.environmentId,
      event,
      archivedAt: null,
    })
}

/** Stops reading a fact. Its data stays for the retention period. */
export async function archiveWarehouseQuery(
  ctx: ProjectCtx,
  input: { source: string; event: string | null },
): Promise<Source> {
  const { source, event } = input
  await inTransaction(ctx, async (tx) => {
    await lockWarehouses(tx.db, tx.project)
    await requireEditableWarehouse(tx, source)
    const { id } = await requireWarehouseQuery(tx, input)
    await updateWarehouseQuery(tx.db, id, { archivedAt: tx.now(), leasedUntil: null })
    const what = event ?? 'exposures'
    const subject = `${tx.project.key}/${source}/${what}`
    await audit(tx, { action: 'fact.archive', subject, projectId: tx.project.id, before: { event: what } })
  })
  return getWarehouse(ctx, { source })
}

/** Schedules a fact to be read as soon as a server is free. */
export async function requestWarehouseRead(
  ctx: ProjectCtx,
  input: { source: string; event: string | null },
): Promise<Source> {
  await requireEditableWarehouse(ctx, input.source)
  const { id } = await requireWarehouseQuery(ctx, input)
  await updateWarehouseQuery(ctx.db, id, { dueAt: ctx.now(), interrupted: 0 })
  return getWarehouse(ctx, { source: input.source })
}
