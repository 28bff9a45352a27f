import { setTimeout as sleep } from 'node:timers/promises'
import { requestReview } from '../../src/server/features/changes/request-review.ts'
import { saveChange } from '../../src/server/features/changes/save-change.ts'
import { scheduleChange } from '../../src/server/features/changes/schedule-change.ts'
import { ScheduleWorker } from '../../src/server/features/changes/schedule-worker.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { aDocument, furnished, logged } from './furnish.ts'
import { type Row, row } from './measure.ts'

const spreadMs = 10_000

/** Measures the delay of scheduled changes that are due within ten seconds. Two servers process them. */
export async function schedules(db: Db, count: number): Promise<Row[]> {
  const ctx = await furnished(db, 'planned', count)
  await logged(ctx, count, count)
  // a schedule must be at least a minute ahead, so the clock of its author is in the past
  const first = Date.now() + 30_000
  const planner = { ...ctx, now: () => new Date(Date.now() - 600_000) }
  const due = new Map<number, number>()
  for (let n = 1; n <= count; n++) {
    const document = aDocument(`flag-${n}`, `planned-${n}`)
    const entry = { kind: 'flag' as const, key: `flag-${n}`, environment: 'development', base: count, document }
    const made = { project: 'planned', title: `Change ${n}`, message: '', entries: [entry] }
    const { number, version } = await saveChange(planner, made)
    const it = { project: 'planned', change: number, version, body: '' }
    await requestReview(planner, it)
    due.set(number, first + Math.round((n * spreadMs) / count))
    const at = new Date(due.get(number) ?? first).toISOString()
    await scheduleChange(planner, { ...it, at, zone: 'Europe/Vienna' })
  }
  const system = { ...ctx, actor: { kind: 'system' as const, id: null, name: 'Fanion' } }
  const workers = [new ScheduleWorker(system), new ScheduleWorker(system)]
  for (const worker of workers) worker.start()
  await sleep(first + spreadMs + 3_000 - Date.now())
  for (const worker of workers) await worker.close()
  const published = await db
    .selectFrom('revision')
    .select(['changeNumber', 'publishedAt'])
    .where('environmentId', '=', ctx.environment.id)
    .where('changeNumber', 'is not', null)
    .execute()
  if (published.length !== count) throw new Error(`${published.length} of ${count} schedules were applied`)
  const late = published.map((one) => one.publishedAt.getTime() - (due.get(one.changeNumber ?? 0) ?? Number.NaN))
  return [row(`lateness of ${count} schedules, 2 servers`, late, { goal: { figure: 'worst', under: 1_000 } })]
}
