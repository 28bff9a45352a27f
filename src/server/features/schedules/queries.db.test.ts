import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { rowsChangedBy } from '../../../../tests/support/rows.ts'
import { aSchedulingTeam, hour } from '../../../../tests/support/scheduling.ts'
import { servesOff } from '../../../../tests/support/team.ts'
import { anyDue, earliestDue, endSchedule, runningSchedules, schedulesAt, tryLeaderLock } from './queries.ts'

const { db } = await testDatabase()
const { team, now, scheduled } = await aSchedulingTeam(db)
const made = now()
const dueIn = (hours: number) => new Date(made.getTime() + hours * hour)
const [late, early] = [
  await scheduled(servesOff, { at: dueIn(2).toISOString() }),
  await scheduled(servesOff, { at: dueIn(1).toISOString() }),
]
const rows = await db
  .selectFrom('schedule')
  .innerJoin('change', 'change.id', 'schedule.changeId')
  .select(['schedule.id', 'schedule.changeId', 'change.number'])
  .execute()
const of = (change: number) => rows.find(({ number }) => number === change) ?? { id: '', changeId: '', number: 0 }
const [lateRow, earlyRow] = [of(late.change), of(early.change)]
const dueAt = (at: Date, passed: string[] = []) =>
  db.transaction().execute(async (tx) => (await earliestDue(tx, at, passed))?.number)

describe('what is scheduled', () => {
  it('is due from its instant on, the earliest first, without what was passed over', async () => {
    const before = new Date(dueIn(1).getTime() - 1)
    expect([await dueAt(before), await dueAt(dueIn(1)), await dueAt(dueIn(5))]).toEqual([
      undefined,
      early.change,
      early.change,
    ])
    expect(await dueAt(dueIn(5), [earlyRow.id])).toBe(late.change)
    expect(await dueAt(new Date(dueIn(2).getTime() - 1), [earlyRow.id])).toBeUndefined()
    expect(await dueAt(dueIn(5), [earlyRow.id, lateRow.id])).toBeUndefined()
    expect([await anyDue(db, before), await anyDue(db, dueIn(1))]).toEqual([false, true])
  })

  it('is not due once it has ended, which ends no other and only once', async () => {
    const end = (as: 'applied' | 'withdrawn') => (tx: Parameters<typeof endSchedule>[0]) =>
      endSchedule(tx, earlyRow.changeId, made, as)
    expect(await rowsChangedBy(db, 'schedule', end('applied'))).toEqual([earlyRow.id])
    const tx = await db.startTransaction().execute()
    await end('applied')(tx)
    await end('withdrawn')(tx)
    const { endedAs } = await tx
      .selectFrom('schedule')
      .select('endedAs')
      .where('id', '=', earlyRow.id)
      .executeTakeFirstOrThrow()
    const running = await runningSchedules(tx, [earlyRow.changeId, lateRow.changeId])
    const next = (await earliestDue(tx, dueIn(5), []))?.number
    const due = [await anyDue(tx, new Date(dueIn(2).getTime() - 1)), await anyDue(tx, dueIn(2))]
    await tx.rollback().execute()
    expect([endedAs, running.map(({ changeId }) => changeId), next, due]).toEqual([
      'applied',
      [lateRow.changeId],
      late.change,
      [false, true],
    ])
    expect((await runningSchedules(db, [earlyRow.changeId])).map(({ id }) => id)).toEqual([earlyRow.id])
    expect(await runningSchedules(db, [])).toEqual([])
  })

  it('was waiting at an instant from when it was made until it ended, for that flag and environment alone', async () => {
    const production = (await inEnvironment(team.ada, 'production')).environment.id
    const staging = (await inEnvironment(team.ada, 'staging')).environment.id
    const tx = await db.startTransaction().execute()
    await endSchedule(tx, earlyRow.changeId, dueIn(1), 'applied')
    const waiting = async (key: string, at: Date, environment = production, kind: 'flag' | 'segment' = 'flag') =>
      (await schedulesAt(tx, environment, { kind, key }, at)).map(({ number }) => number)
    const seen = {
      before: await waiting(early.flag, new Date(made.getTime() - 1)),
      made: await waiting(early.flag, made),
      last: await waiting(early.flag, new Date(dueIn(1).getTime() - 1)),
      ended: await waiting(early.flag, dueIn(1)),
      running: await waiting(late.flag, dueIn(9)),
      elsewhere: await waiting(late.flag, dueIn(1), staging),
      segment: await waiting(late.flag, dueIn(1), production, 'segment'),
    }
    await tx.rollback().execute()
    const [one, other] = [[early.change], [late.change]]
    expect(seen).toEqual({ before: [], made: one, last: one, ended: [], running: other, elsewhere: [], segment: [] })
  })

  it('is applied by one server at a time', async () => {
    const first = await db.startTransaction().execute()
    const second = await db.startTransaction().execute()
    const turns = [await tryLeaderLock(first), await tryLeaderLock(second)]
    await first.rollback().execute()
    turns.push(await tryLeaderLock(second))
    await second.rollback().execute()
    expect(turns).toEqual([true, false, true])
  })
})
