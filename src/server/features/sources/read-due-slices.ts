import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { EventStoreCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { releaseLeft } from '../../platform/kernel/interrupted-work.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { nextRound, nextSliceOf } from './next-slice-of.ts'
import { toWarehouseError, type WarehouseCtx, WarehouseReader } from './open-warehouse.ts'
import {
  abandonWarehouseQueries,
  advanceWarehouseQuery,
  type DueWarehouseQuery,
  insertRead,
  leaseWarehouseQuery,
  warehousesOf,
  warehouseUsageSince,
} from './queries.ts'
import { type SliceTotals, storeWarehouseSlice } from './store-warehouse-slice.ts'
import { dayOf, isBudgetSpent } from './view.ts'

const dayMs = 24 * 3_600_000
/** If a server crashes during a read, another takes over after this time. Reads time out earlier. */
const leaseMs = limits.sliceReadMs + 120_000
const minuteMs = 60_000

export type SlicesCtx = WarehouseCtx & EventStoreCtx

const givenUp = `${limits.interruptedTries} servers in a row stopped while they read it, so it isn’t read any more. Check what its query returns, then save it or read it now.`

/**
 * Reads all due slices, one at a time, taking turns between projects: many slow facts of one project delay another by
 * at most one slice. Any number of servers may run this. A fact is leased, and a slice is stored in one transaction
 * with the result of its read, unless the lease was lost. A failed read stores nothing and is retried later. On
 * shutdown, the current read is aborted and its lease released.
 *
 * An expired, unreleased lease means that a server crashed during the read. Such a fact is read after all others, in
 * smaller slices, and is given up after a few crashes. Otherwise one source could crash every server that starts.
 *
 * @param unreleased facts whose lease this server could not release because the database was unavailable; they did not
 * crash it
 */
export async function readDueSlices(
  ctx: SlicesCtx,
  leaving = new AbortController().signal,
  unreleased: DueWarehouseQuery[] = [],
): Promise<void> {
  await releaseLeft(unreleased, (fact) => advanceWarehouseQuery(ctx.db, fact, { dueAt: fact.dueAt }))
  const reader = new WarehouseReader(ctx)
  const letGo = () => void reader.close()
  leaving.addEventListener('abort', letGo)
  /** Projects that already had their turn. */
  let served: string[] = []
  try {
    while (!leaving.aborted) {
      const now = ctx.now()
      const lease = { now, until: new Date(now.getTime() + leaseMs), butOf: served }
      for (const { id } of await abandonWarehouseQueries(ctx.db, now, givenUp)) ctx.log.error({ fact: id }, givenUp)
      const fact =
        (await leaseWarehouseQuery(ctx.db, { ...lease, interrupted: false })) ??
        (served.length === 0 ? await leaseWarehouseQuery(ctx.db, { ...lease, interrupted: true }) : undefined)
      if (!fact && served.length === 0) return
      if (!fact) {
        served = []
        continue
      }
      served.push(fact.project)
      const project = await proveProject(ctx.db, ctx.actor, fact.project)
      await readSlice({ ...ctx, project, reader, leaving }, fact).catch((error: unknown) => {
        unreleased.push(fact)
        throw error
      })
    }
  } finally {
    leaving.removeEventListener('abort', letGo)
    await reader.close()
  }
}

type Ctx = SlicesCtx & ProjectCtx & { readonly reader: WarehouseReader; readonly leaving: AbortSignal }

async function readSlice(ctx: Ctx, fact: DueWarehouseQuery): Promise<void> {
  const now = ctx.now()
  const source = (await warehousesOf(ctx.db, ctx.project)).find(({ id }) => id === fact.source)
  if (!source) return
  const spent = (await warehouseUsageSince(ctx.db, [source.id], dayOf(now))).get(source.id)
  if (spent && isBudgetSpent(source, spent)) {
    await advanceWarehouseQuery(ctx.db, fact, { dueAt: new Date(dayOf(now).getTime() + dayMs) })
    return
  }
  const slice = nextSliceOf(fact, now)
  if (slice === null) {
    await advanceWarehouseQuery(ctx.db, fact, nextRound(fact, now))
    return
  }
  const read: SliceTotals = { rows: 0, refused: new Map(), bytes: 0 }
  const asRead = (problem: string | null) => ({
    ...{ fact: fact.id, at: now, fromAt: slice.from, toAt: slice.to, rows: problem === null ? read.rows : 0 },
    ...{ refused: Object.fromEntries(read.refused), bytes: read.bytes, problem },
    ms: Math.max(0, ctx.now().getTime() - now.getTime()),
  })
  try {
    const tables = await ctx.reader.to(source)
    const settle = async (tx: Tx) => {
      if (!(await advanceWarehouseQuery(tx, fact, slice.after))) throw new LeaseLost()
      await insertRead(tx, asRead(null))
    }
    await storeWarehouseSlice(ctx, { fact, slice, tables, read, settle })
  } catch (error) {
    await ctx.reader.close()
    if (error instanceof LeaseLost) return
    if (ctx.leaving.aborted) {
      await advanceWarehouseQuery(ctx.db, fact, { dueAt: fact.dueAt })
      return
    }
    const refusal = toWarehouseError(error)
    // the lease expires, and the slice is read again
    if (!(refusal instanceof FanionError) || refusal.code.startsWith('server/')) throw error
    const failures = fact.failures + 1
    const waitMs = Math.min(fact.everyMs, minuteMs * 2 ** Math.min(failures, 10))
    const [problem = ''] = refusal.message.split('\n')
    const moved = { failures, problem, dueAt: new Date(ctx.now().getTime() + waitMs) }
    if (await advanceWarehouseQuery(ctx.db, fact, moved)) await insertRead(ctx.db, asRead(problem))
  }
}

/** The lease was lost or the fact was edited, so what was read is dropped. */
class LeaseLost extends Error {}
