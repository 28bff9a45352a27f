import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { SaveEventInput } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import { postgresqlStore } from '../../platform/event-store/postgresql/store.ts'
import { createVault } from '../../platform/kernel/vault.ts'
import { saveEvent } from '../events/save-event.ts'
import { Intake } from './intake.ts'
import { maintainEventStore } from './maintain-event-store.ts'

const dayMs = 24 * 3_600_000
const { db } = await testDatabase()

/** Number of event partitions, their rows, and the total size of stored reports in bytes. */
const kept = async () => {
  const { rows } = await sql<{ partitions: number; bytes: number; rows: number; batches: number }>`
    select (select count(*)::int from pg_inherits where inhparent = 'track'::regclass) as partitions,
      (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits where inhparent = 'track'::regclass) as bytes,
      (select count(*)::int from track) as rows, (select count(*)::int from track_batch) as batches`.execute(db)
  const [found] = rows
  if (!found) throw new Error('nothing was counted')
  return found
}

it('drops the days of a flood whole, and is as large afterwards as it was before', async () => {
  let clock = Date.parse('2026-01-10T12:00:00Z')
  const now = () => new Date(clock)
  const { project } = await aProject(db)
  const { environment } = await inEnvironment(project)
  const key = 'click'
  await saveEvent(project, SaveEventInput.parse({ project: project.project.key, key, name: key, fromClients: true }))
  await maintainEventStore(db, postgresqlStore, now())
  const intake = new Intake(db, postgresqlStore, createVault('of this test'), now)
  const tell = async (rows: number) => {
    const at = now().toISOString()
    for (let from = 0; from < rows; from += limits.rowsPerBatch) {
      const events = Array.from({ length: Math.min(limits.rowsPerBatch, rows - from) }, () => ({
        ...{ event: key, unit: randomUUID(), at },
      }))
      const batch = { batch: randomUUID(), sentAt: at, sdk: 'test', dropped: 0, exposures: [], events }
      await intake.record({ environmentId: environment.id, via: 'client', sees: () => true }, batch)
    }
  }
  const days = limits.eventsKeptDays + 3
  const daily = 10
  await tell(daily)
  const before = await kept()
  await tell(20_000)
  const flooded = await kept()
  const { rows: there } = await sql`select from pg_class where relname = 'track_20260110'`.execute(db)
  expect(there).toHaveLength(1)
  expect(flooded.rows).toBe(20_000 + daily)
  expect(flooded.bytes).toBeGreaterThan(2 * before.bytes)
  const most = { partitions: 0, rows: 0, batches: 0 }
  for (let day = 0; day < days; day += 1) {
    clock += dayMs
    await maintainEventStore(db, postgresqlStore, now())
    await tell(daily)
    const at = await kept()
    most.partitions = Math.max(most.partitions, at.partitions)
    if (at.rows < 20_000) most.rows = Math.max(most.rows, at.rows)
    if (day > limits.batchesKeptDays) most.batches = Math.max(most.batches, at.batches)
  }
  const after = await kept()
  // the retention period, today, and two weeks ahead
  const ahead = 14
  expect(most.partitions).toBeLessThanOrEqual(limits.eventsKeptDays + 1 + ahead + 1)
  expect(most.rows).toBeLessThanOrEqual(daily * (limits.eventsKeptDays + 1))
  expect(most.batches).toBeLessThanOrEqual(limits.batchesKeptDays + 1)
  expect(after.bytes / after.partitions).toBeLessThanOrEqual(before.bytes / before.partitions + 64 * 1024)
  const { rows: left } = await sql`select from pg_class where relname = 'track_20260110'`.execute(db)
  expect(left).toEqual([])
})
