import type { EventIntake } from '../../../shared/features/usage/schemas/tracked.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { eventsOf, type IntakeRow, intakeSince } from './queries.ts'

const sinceMs = 14 * 24 * 3_600_000

/**
 * Summarizes what arrived in the last two weeks, by environment: for one event, or for all events and undeclared names.
 */
export async function readEventIntake(ctx: ProjectCtx, { event }: { event: string | null }): Promise<EventIntake[]> {
  const since = new Date(ctx.now().getTime() - sinceMs)
  const declared = new Set((await eventsOf(ctx.db, ctx.project)).map(({ key }) => key))
  const groups = new Map<string, IntakeRow[]>()
  for (const row of await intakeSince(ctx.db, ctx.project, since, event)) {
    // events that clients dropped form their own group, with the reporting program
    const id = `${row.environment}\n${row.subject}\n${row.reason === 'dropped'}`
    groups.set(id, [...(groups.get(id) ?? []), row])
  }
  const views = [...groups.values()].map((rows) => viewOf(rows, declared))
  // the event itself before rows that may be of any event
  return views.toSorted((a, b) => Number(a.event === '') - Number(b.event === ''))
}

const viewOf = (rows: readonly IntakeRow[], declared: ReadonlySet<string>): EventIntake => {
  // a group has at least one row
  const { subject, environment } = rows[0] as IntakeRow
  const hours = new Map<string, number>()
  const refused = new Map<string, { count: number; lastAt: Date }>()
  let lastAt: Date | null = null
  for (const row of rows) {
    if (row.reason === '') {
      const hour = row.hour.toISOString()
      hours.set(hour, (hours.get(hour) ?? 0) + row.count)
      if (lastAt === null || row.lastAt > lastAt) lastAt = row.lastAt
    } else {
      const known = refused.get(row.reason)
      const last = known && known.lastAt > row.lastAt ? known.lastAt : row.lastAt
      refused.set(row.reason, { count: (known?.count ?? 0) + row.count, lastAt: last })
    }
  }
  return {
    event: subject,
    declared: declared.has(subject),
    environment,
    hours: [...hours].map(([hour, count]) => ({ hour, count })),
    refused: [...refused].map(([reason, { count, lastAt: at }]) => ({ reason, count, lastAt: at.toISOString() })),
    sdks: [...new Set(rows.map(({ sdk }) => sdk))].filter((sdk) => sdk !== '').toSorted(),
    lastAt: lastAt?.toISOString() ?? null,
  }
}
