import {
  type Fact,
  type FactState,
  factLateAfterMs,
  type Source,
  type SourceRead,
} from '../../../shared/features/sources/schemas/source.ts'
import { durationText } from '../../../shared/schemas/duration.ts'
import { versionOf } from '../../platform/kernel/seen-version.ts'
import type { WarehouseQueryRow, WarehouseRow, warehouseReadsOf } from './queries.ts'

export type WarehouseUsage = { readonly rows: number; readonly ms: number }

export const isBudgetSpent = ({ budget }: Pick<WarehouseRow, 'budget'>, { rows, ms }: WarehouseUsage): boolean =>
  rows >= budget.rows || ms >= budget.minutes * 60_000

/** Start of the UTC day, from which budgets count. */
export const dayOf = (now: Date): Date => new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000)

/** A source as the API returns it, without its password. */
export const sourceView = (
  row: WarehouseRow,
  facts: readonly WarehouseQueryRow[],
  spent: WarehouseUsage,
  now: Date,
): Source => ({
  ...{ key: row.key, environment: row.environment, kind: row.kind, ...row.connection, budget: row.budget },
  ...{ by: row.savedBy, at: row.savedAt.toISOString(), version: versionOf(row) },
  spent: { rows: spent.rows, minutes: Math.round(spent.ms / 6_000) / 10 },
  facts: facts.map((fact) => factView(fact, isBudgetSpent(row, spent), now)),
})

const factView = (row: WarehouseQueryRow, spent: boolean, now: Date): Fact => ({
  ...{ event: row.eventKey, query: row.query, by: row.unitBy },
  ...{ every: durationText(row.everyMs), lookBack: durationText(row.lookBackMs), since: row.since.toISOString() },
  ...{ state: stateOf(row, spent, now), problem: row.problem },
  ...{ readUntil: row.readUntil?.toISOString() ?? null, dueAt: row.dueAt.toISOString(), version: versionOf(row) },
})

const stateOf = (row: WarehouseQueryRow, spent: boolean, now: Date): FactState => {
  if (row.failures > 0) return 'failing'
  if (spent && row.dueAt > now) return 'budget'
  if (row.readUntil === null) return 'new'
  return now.getTime() - row.readUntil.getTime() > factLateAfterMs(row.everyMs) ? 'late' : 'fine'
}

export const readView = (row: Awaited<ReturnType<typeof warehouseReadsOf>>[number]): SourceRead => ({
  ...{ at: row.at.toISOString(), from: row.fromAt.toISOString(), to: row.toAt.toISOString() },
  ...{ rows: row.rows, bytes: Number(row.bytes), ms: row.ms, problem: row.problem },
  // Safe cast: counted by `judgeRows`.
  refused: Object.entries(row.refused).map(([reason, count]) => ({ reason, count })) as SourceRead['refused'],
})
