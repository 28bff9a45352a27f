import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { limits } from '../../../shared/limits.ts'
import { gatherCounts } from './gather-counts.ts'
import { rollUpCounts } from './roll-up-counts.ts'

const { db } = await testDatabase()
const dayMs = 24 * 3_600_000
const now = new Date('2026-11-21T12:30:00.000Z')
const ago = (days: number, hours = 0) => new Date(now.getTime() - 30 * 60_000 - days * dayMs - hours * 3_600_000)

let there: string
beforeEach(async () => {
  for (const table of ['evaluationCount', 'evaluationDay', 'evaluationSeen', 'rollUp'] as const)
    await db.deleteFrom(table).execute()
  there = (await inEnvironment((await aProject(db)).project)).environment.id
})

const count = (at: Date, counted: number, variant = 'on') =>
  gatherCounts(db, there, at, [{ flag: 'a', variant, count: counted }])
const days = async () =>
  (
    await db
      .selectFrom('evaluationDay')
      .select(['variant', 'count'])
      .select((eb) => eb.cast<string>('day', 'text').as('day'))
      .orderBy('day')
      .orderBy('variant')
      .execute()
  ).map(({ day, variant, count: sum }) => `${day} ${variant}: ${sum}`)
const hours = async () => (await db.selectFrom('evaluationCount').select('hour').orderBy('hour').execute()).length

describe('counts by the hour', () => {
  it('are summed into days that are over, each once, however often and by however many it is asked', async () => {
    await count(ago(2, 3), 5)
    await count(ago(2, 4), 6)
    await count(ago(2, 4), 1, 'off')
    await count(ago(1), 7)
    await count(ago(0), 100)
    await Promise.all([rollUpCounts(db, now), rollUpCounts(db, now)])
    await rollUpCounts(db, now)
    expect(await days()).toEqual(['2026-11-19 off: 1', '2026-11-19 on: 11', '2026-11-20 on: 7'])
    await rollUpCounts(db, new Date('2026-11-22T01:59:00.000Z'))
    expect(await days()).toHaveLength(3)
    await rollUpCounts(db, new Date('2026-11-22T02:00:00.000Z'))
    expect((await days()).at(-1)).toBe('2026-11-21 on: 100')
  })

  it('go when they are kept long enough, and stay as days; these go in their time, too', async () => {
    await count(ago(limits.countsHourlyDays + 1), 3)
    await count(ago(limits.countsHourlyDays - 1), 4)
    await rollUpCounts(db, now)
    expect([await hours(), (await days()).length]).toEqual([1, 2])
    await rollUpCounts(db, new Date(now.getTime() + (limits.countsDailyDays - limits.countsHourlyDays) * dayMs))
    expect([await hours(), (await days()).length]).toEqual([0, 1])
  })

  it('tell the last hour of a flag in one row, which never goes back', async () => {
    await count(ago(3), 1)
    await count(ago(1), 1)
    await count(ago(2), 1, 'off')
    const seen = await db.selectFrom('evaluationSeen').select(['flag', 'hour']).execute()
    expect(seen).toEqual([{ flag: 'a', hour: ago(1) }])
  })
})
