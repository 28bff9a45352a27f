import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { chdbModules, startClickHouse } from '../../../../tests/support/clickhouse.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { seeded } from '../../../../tests/support/exposing-application.ts'
import { atFileEnd } from '../../../../tests/support/file-end.ts'
import { aMeasuredPlace, expectSameSums } from '../../../../tests/support/measure/agrees.ts'
import { type ClickHouse, connect } from './clickhouse/connect.ts'
import { clickhouseStore } from './clickhouse/store.ts'
import { prepared, prepareTables } from './clickhouse/tables.ts'
import { moveToClickHouse } from './move.ts'
import { switchEngine } from './open-store.ts'
import { readCurrentEngine, storeCurrentEngine } from './postgresql/current-engine.ts'
import { makePartitions } from './postgresql/partitions.ts'
import { postgresqlStore } from './postgresql/store.ts'
import type { ReadyBatch } from './rows.ts'
import type { CohortQuestion, PreviewQuestion } from './store.ts'

const dayMs = 24 * 3_600_000
const modules = await chdbModules()
const nowMs = Date.UTC(2026, 5, 20)

describe.skipIf(modules === null)('what is measured, in ClickHouse', async () => {
  const { db } = await testDatabase()
  const server = modules === null ? null : await startClickHouse(modules)
  const clickhouse = connect(server?.url() ?? 'clickhouse://127.0.0.1')
  atFileEnd('servers', () => clickhouse.close())
  if (server !== null) await prepareTables(clickhouse)
  const measured = await aMeasuredPlace(db)
  const [event = 0] = measured.events(1)
  const run = await measured.run()
  const chance = seeded(4)

  /** Creates a batch for one day. Units repeat events, also at the same instant. */
  const aBatch = (daysAgo: number, rows = 40): ReadyBatch => {
    const digits = () =>
      Math.floor(chance() * 30)
        .toString(16)
        .padStart(32, '0')
    const atMs = () => nowMs - daysAgo * dayMs + Math.floor(chance() * 4) * 1_000
    return {
      ...{ place: measured.place, id: randomUUID(), via: 0, sdk: 'test', receivedAtMs: nowMs },
      judged: {
        tracks: Array.from({ length: rows }, (_, row) => ({
          ...{
            row,
            event,
            unit: digits(),
            unitBy: null,
            atMs: atMs(),
            value: Math.round(chance() * 100),
            properties: null,
          },
        })),
        exposures: Array.from({ length: 5 }, () => {
          const unit = digits()
          return { run, unit, arm: Number.parseInt(unit.slice(-2), 16) % 2, atMs: atMs() }
        }),
        ...{ tallies: [], receipt: { accepted: rows + 5, refused: [] } },
      },
    }
  }
  const question: CohortQuestion = {
    ...{ run, place: measured.place, fromMs: 0, toMs: nowMs + dayMs, grainMs: dayMs, beforeMs: 2 * dayMs, cap: 150 },
    exposuresBy: 'anyone',
    eventsBy: 'anyone',
    ...{ window: { fromMs: 0, lengthMs: 3 * dayMs }, withoutRobots: true },
    measure: { kind: 'sum', of: { event, properties: {} } },
  }
  const stored = async () => {
    const [row] = await clickhouse.ask<{ n: number }>('select toUInt32(count()) as n from track final')
    return row?.n ?? 0
  }

  it('is refused while a run is open whose events lie elsewhere, and taken where none is', async () => {
    const rule = { id: 'r', when: true, serve: { variant: 'on' } }
    const open = { state: 'open', openedAt: new Date(), rule: JSON.stringify(rule) } as const
    await sql`insert into installation (secret_fingerprint) values ('of this test') on conflict do nothing`.execute(db)
    await db.updateTable('run').set(open).where('id', '=', run).execute()
    expect(await switchEngine(db, 'postgresql')).toBeNull()
    expect(await switchEngine(db, 'clickhouse')).toMatch(
      /^Run 1 of f in .* is open, and what it measured lies in PostgreSQL, not in ClickHouse\. .*fanion measure move/,
    )
    expect(await readCurrentEngine(db)).toBe('postgresql')
    await db.updateTable('run').set({ state: 'ended', endedAt: new Date() }).where('id', '=', run).execute()
    expect(await switchEngine(db, 'clickhouse')).toBeNull()
    expect(await readCurrentEngine(db)).toBe('clickhouse')
    await storeCurrentEngine(db, 'postgresql')
  })

  it('is moved there day by day, whenever the move is killed: nothing is lost, and nothing is there twice', async () => {
    await makePartitions(db, new Date(nowMs - 4 * dayMs))
    for (let day = 0; day < 12; day += 1) await postgresqlStore.put(db, [aBatch(day), aBatch(day)])
    let left = 0
    /** Fails midway, like a process that is killed: part of a day is already there. */
    const killed: ClickHouse = {
      ...clickhouse,
      insert: async (table, rows) => {
        left -= 1
        await clickhouse.insert(table, left < 0 ? rows.slice(0, Math.ceil(rows.length / 2)) : rows)
        if (left < 0) throw new Error('killed')
      },
    }
    const now = new Date(nowMs)
    for (const after of [3, 2, 5]) {
      left = after
      await expect(moveToClickHouse(db, killed, now, () => undefined)).rejects.toThrow('killed')
      // Late events of days that were already copied.
      await postgresqlStore.put(db, [aBatch(4, 7)])
    }
    const told: string[] = []
    const moved = await moveToClickHouse(db, clickhouse, now, (line) => told.push(line))
    expect(moved.isInForce).toBe(true)
    // Only days that may have received events since were read again.
    expect(told.length).toBeLessThan(12)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from track`.execute(db)
    expect(await stored()).toBe(rows[0]?.n)
    const store = clickhouseStore(clickhouse)
    expectSameSums(await store.cohorts(db, question), await postgresqlStore.cohorts(db, question))
    const people = { run, grainMs: dayMs, fromMs: 0, toMs: nowMs + dayMs }
    expect(await store.people(db, people)).toEqual(await postgresqlStore.people(db, people))
    await expect(moveToClickHouse(db, clickhouse, now, () => undefined)).rejects.toThrow('in force already')
  })

  it('is previewed as it was', async () => {
    const part = { event, properties: {} }
    const measures: PreviewQuestion['measure'][] = [
      { kind: 'proportion', of: part, atLeast: 3 },
      { kind: 'retention', of: part },
      { kind: 'count', of: part },
      { kind: 'sum', of: part },
      { kind: 'time', of: part },
      { kind: 'ratio', over: { ...part, take: 'sum' }, under: { ...part, take: 'count' } },
      { kind: 'quantile', of: part, at: 0.9, each: 'unit' },
      { kind: 'quantile', of: part, at: 0.9, each: 'event' },
    ]
    const store = clickhouseStore(clickhouse)
    for (const measure of measures) {
      for (const share of measure.kind === 'sum' ? [1, 0.5] : [1]) {
        const asked: PreviewQuestion = {
          ...{ place: measured.place, unitBy: null, measure, share, fromClients: true, withoutRobots: true },
          ...{ from: new Date(nowMs - 6 * dayMs), to: new Date(nowMs + dayMs) },
        }
        const expected = (await postgresqlStore.preview(db, asked)).map((row) => ({ ...row, value: near(row.value) }))
        const found = (await store.preview(db, asked)).map((row) => ({ ...row, value: near(row.value) }))
        expect(found).toEqual(expected)
      }
    }
  })

  it('is there once, however often ClickHouse is killed: nothing that was acknowledged is lost', async () => {
    const store = clickhouseStore(prepared(clickhouse))
    let acknowledged = await stored()
    const send = async (batch: ReadyBatch) => {
      for (;;) {
        try {
          await store.put(db, [batch])
          acknowledged += batch.judged.tracks.length
          return
        } catch (error) {
          // An SDK sends the same batch again.
          if (!(error instanceof Error && 'code' in error && error.code === '08006')) throw error
        }
      }
    }
    for (let kill = 0; kill < 3; kill += 1) {
      const sending = Promise.all(
        Array.from({ length: 3 }, async () => {
          for (let n = 0; n < 6; n += 1) await send(aBatch(n))
        }),
      )
      await new Promise((resolve) => setTimeout(resolve, 100 + 150 * chance()))
      await server?.kill()
      await server?.start()
      await sending
      expect(await stored()).toBe(acknowledged)
    }
  })

  it('goes when it was kept long enough, a day at a time', async () => {
    const store = clickhouseStore(clickhouse)
    const before = await stored()
    await store.keep(db, new Date(nowMs))
    expect(await stored()).toBe(before)
    await store.keep(db, new Date(nowMs + 100 * dayMs))
    expect(await stored()).toBe(0)
    expect(await store.size(db)).toMatchObject({ eventBytes: 0 })
  })
})

const near = (value: number | null) => (value === null ? null : Number(value.toFixed(8)))
