import type { ChangeSummary } from '../../../shared/features/changes/schemas/change.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { runningSchedules } from '../schedules/queries.ts'
import { bypassedAmong, type ChangeRow, subjectsOfChanges } from './queries.ts'
import { changesApprovedBy } from './review-queries.ts'
import { changeFields } from './view.ts'

/** Summarizes changes for lists, in the given order. */
export async function changeSummaries(ctx: Ctx, rows: readonly ChangeRow[]): Promise<ChangeSummary[]> {
  const ids = rows.map((row) => row.id)
  const schedules = await runningSchedules(ctx.db, ids)
  const places = await subjectsOfChanges(ctx.db, ids)
  const approved = await changesApprovedBy(ctx.db, personIdOf(ctx.actor), ids)
  const live = rows.filter(({ state }) => state === 'applied')
  const bypassed = await bypassedAmong(
    ctx.db,
    live.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...changeFields(
      row,
      schedules.find((one) => one.changeId === row.id),
    ),
    places: places
      .filter((place) => place.changeId === row.id)
      .map(({ environment, kind, key }) => ({ environment, kind, key })),
    approved: approved.some((one) => one.changeId === row.id),
    bypassed: bypassed.has(row.id),
  }))
}
