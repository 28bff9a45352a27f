import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { addHourlyCounts } from '../usage/queries.ts'
import { dayCounts } from './day-counts.ts'

const hourMs = 3_600_000
const startMs = Math.floor(Date.now() / hourMs) * hourMs + 10 * 60_000

let db: Db
let project: ProjectCtx
beforeAll(async () => {
  db = (await testDatabase()).db
  project = (await aProject(db)).project
  await aLiveFlag(project, 'checkout', ['production'])
})

/** The project's context, this many hours from now. */
const after = (hours: number): ProjectCtx => ({ ...project, now: () => new Date(startMs + hours * hourMs) })
const ask = async (hours: number, environment: string, count: number) => {
  const { id } = (await inEnvironment(project, environment)).environment
  const hour = new Date(startMs + hours * hourMs)
  hour.setUTCMinutes(0, 0, 0)
  await addHourlyCounts(db, [{ environmentId: id, flag: 'checkout', variant: 'on', hour, count }])
}
const old = { key: 'checkout', createdAt: new Date(0).toISOString() }

describe('the counts of a day', () => {
  it('are those of the last 24 hours, at any hour, whatever was read before', async () => {
    const asked = new Map<number, number>()
    for (let hour = 0; hour < 40; hour++) {
      const count = 1 + ((hour * 7) % 5)
      await ask(hour, hour % 2 === 0 ? 'production' : 'staging', count)
      asked.set(hour, count)
      const expected = [...asked].filter(([at]) => at > hour - 24).reduce((sum, [, one]) => sum + one, 0)
      expect([hour, (await dayCounts(after(hour), ['checkout']))(old)]).toEqual([hour, expected])
    }
    // more counts for an hour that was already reported
    await ask(39, 'production', 100)
    const again = (await dayCounts(after(39), ['checkout']))(old)
    expect(again).toBe([...asked].filter(([at]) => at > 15).reduce((sum, [, one]) => sum + one, 100))
    // the cached sums belong to an earlier flag with the same key
    const young = { key: 'checkout', createdAt: after(39.01).now().toISOString() }
    expect((await dayCounts(after(39), ['checkout']))(young)).toBeLessThan(again)
  })
})
