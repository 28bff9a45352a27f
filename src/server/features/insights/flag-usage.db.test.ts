import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { recordTelemetry } from '../usage/record-telemetry.ts'
import { flagUsage } from './flag-usage.ts'

let db: Db
let ctx: EnvironmentCtx & { overBudget: (environmentId: string, flag: string) => number }
const now = new Date()
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

beforeAll(async () => {
  db = (await testDatabase()).db
  ctx = { ...(await inEnvironment((await aProject(db)).project)), now: () => now, overBudget: () => 0 }
  await aLiveFlag(ctx, 'checkout')
  await aLiveFlag(ctx, 'other')
})

const asked = (at: Date, counts: { flag: string; variant: string | null; count: number }[]) => {
  const [from, to] = [at.toISOString(), at.toISOString()]
  return recordTelemetry(db, at, ctx.environment.id, { instance: uuidv7(), sdk: 'test', from, to, counts, dropped: 0 })
}
const input = (flag: string) => ({ project: ctx.project.key, environment: 'development', flag, range: 'day' as const })

describe('the usage of a flag', () => {
  it('counts by variant and hour; an hour nobody reported in is a gap, one that nobody asked in is zero', async () => {
    await asked(hoursAgo(0), [
      { flag: 'checkout', variant: 'on', count: 5 },
      { flag: 'checkout', variant: null, count: 1 },
    ])
    await asked(hoursAgo(1), [{ flag: 'other', variant: 'on', count: 7 }])
    await asked(hoursAgo(3), [{ flag: 'checkout', variant: 'off', count: 90 }])
    const found = await flagUsage(ctx, input('checkout'))
    expect(found.series.map(({ variant, counts }) => [variant, ...counts.slice(-4)])).toEqual([
      ['off', 90, null, 0, 0],
      ['on', 0, null, 0, 5],
      [null, 0, null, 0, 1],
    ])
    expect(found).toMatchObject({ stepMs: 3_600_000, total: 96 })
    expect(found.steps).toHaveLength(24)
    expect(Date.parse(found.lastSeenAt ?? '')).toBe(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  })

  it('tells of the revisions that changed the flag, and of no other', async () => {
    const { published } = await flagUsage(ctx, input('checkout'))
    expect(published).toMatchObject([{ actor: { name: 'Ada' }, message: 'Created flag checkout' }])
  })

  it('is empty for a flag nobody asked for, and refused for one that is not there', async () => {
    await aLiveFlag(ctx, 'quiet')
    expect(await flagUsage(ctx, input('quiet'))).toMatchObject({ series: [], total: 0, lastSeenAt: null })
    expect((await refusalOf(flagUsage(ctx, input('nope')))).code).toBe('flag/not-found')
  })
})
