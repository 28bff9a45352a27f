import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { DatabaseClock } from './database-clock.ts'

const dayMs = 24 * 3_600_000

describe('the database’s clock', async () => {
  const { db } = await testDatabase(1)

  /** A clock on a machine whose time of day the test can set. */
  const clockOf = () => {
    const machine = { aheadMs: 0, timeOfDay: () => Date.now() + machine.aheadMs, monotonic: () => performance.now() }
    const lines: string[] = []
    const note = (_: object, message: string) => void lines.push(message)
    return { machine, lines, clock: new DatabaseClock({ error: note, warn: note }, machine) }
  }
  const distance = (clock: DatabaseClock) => Math.abs(clock.now().getTime() - Date.now())

  it('is this machine’s until the first reading, when no due work is taken', () => {
    const { machine, clock } = clockOf()
    machine.aheadMs = 3 * dayMs
    expect(distance(clock)).toBeGreaterThan(2 * dayMs)
    expect(clock.aheadMs).toBeUndefined()
    expect(clock.mayTakeDueWork()).toBe(false)
  })

  it.for([
    { aheadMs: 0, isTold: false, mayWork: true },
    { aheadMs: 60_000, isTold: true, mayWork: true },
    { aheadMs: -60_000, isTold: true, mayWork: true },
    { aheadMs: 3 * dayMs, isTold: true, mayWork: false },
    { aheadMs: -365 * dayMs, isTold: true, mayWork: false },
  ])('is the time of a machine that is $aheadMs ms ahead', async ({ aheadMs, isTold, mayWork }) => {
    const { machine, lines, clock } = clockOf()
    machine.aheadMs = aheadMs
    await clock.read(db)
    await clock.read(db)
    expect(distance(clock)).toBeLessThan(4_000)
    expect(Math.abs((clock.aheadMs ?? 0) - aheadMs)).toBeLessThan(4_000)
    expect(clock.mayTakeDueWork()).toBe(mayWork)
    expect(lines).toHaveLength(isTold ? 1 : 0)
    machine.aheadMs = 0
    await clock.read(db)
    expect(lines).toHaveLength(isTold ? 2 : 0)
    expect(clock.mayTakeDueWork()).toBe(true)
  })

  it('stays as it is when the machine’s time of day is set between two readings, and due work stops at once', async () => {
    const { machine, clock } = clockOf()
    await clock.read(db)
    machine.aheadMs = 365 * dayMs
    expect(distance(clock)).toBeLessThan(4_000)
    expect(clock.mayTakeDueWork()).toBe(false)
  })
})
