import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { split } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { readFlag } from '../flags/read-flag.ts'
import { publish } from '../publishing/publish.ts'
import { recordTelemetry } from '../usage/record-telemetry.ts'
import { evaluations } from './evaluations.ts'
import { readFlagActivity } from './read-flag-activity.ts'
import { rollouts } from './rollouts.ts'

let db: Db
let project: ProjectCtx
const now = new Date()
beforeAll(async () => {
  db = (await testDatabase()).db
})
beforeEach(async () => {
  project = { ...(await aProject(db)).project, now: () => now }
})

const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const asked = async (
  at: Date,
  environment: string,
  counts: { flag: string; variant: string | null; count: number }[],
) => {
  const { id } = (await inEnvironment(project, environment)).environment
  const [from, to] = [at.toISOString(), at.toISOString()]
  await recordTelemetry(db, at, id, { instance: uuidv7(), sdk: 'test', from, to, counts, dropped: 0 })
}
const publishIn = async (environment: string, key: string, fields: Partial<FlagDocument>) => {
  const ctx = await inEnvironment(project, environment)
  const head = (await readFlag(ctx, { flag: key })).heads[environment]
  if (!head) throw new Error(`${key} is not in ${environment}`)
  const document = { ...head.document, ...fields }
  await publish(ctx, { base: head.revision, message: 'test', entries: [{ kind: 'flag', key, document }] })
}

describe('how flags do lately', () => {
  it('is what programs were given in the last 24 hours, by hour and by environment and variant', async () => {
    await aLiveFlag(project, 'busy')
    await aLiveFlag(project, 'quiet')
    await asked(hoursAgo(0), 'production', [
      { flag: 'busy', variant: 'on', count: 5 },
      { flag: 'busy', variant: null, count: 1 },
    ])
    await asked(hoursAgo(2), 'development', [{ flag: 'busy', variant: 'off', count: 7 }])
    await asked(hoursAgo(30), 'production', [{ flag: 'quiet', variant: 'on', count: 9 }])
    const { lives, reporting } = await readFlagActivity(project, { flags: ['busy', 'quiet', 'unknown'] })
    expect(reporting).toBe(true)
    expect(lives.map(({ flag, state }) => [flag, state])).toEqual([
      ['busy', 'live'],
      ['quiet', 'live'],
    ])
    expect(lives[0]?.hours).toHaveLength(24)
    expect(lives[0]?.hours.slice(-3)).toEqual([7, 0, 6])
    expect(lives[0]?.given['development']).toEqual([['off', 7]])
    expect(new Map(lives[0]?.given['production'])).toEqual(
      new Map<string | null, number>([
        ['on', 5],
        [null, 1],
      ]),
    )
    expect(lives[1]).toMatchObject({ given: {}, rollingIn: [], killedIn: [], next: null })
  })

  it('says where a flag was turned off in an emergency, until it is touched again', async () => {
    await aLiveFlag(project, 'burning', ['production'])
    await db
      .updateTable('environment')
      .set({ requiredApprovals: 1 })
      .where('projectId', '=', project.project.id)
      .where('key', '=', 'production')
      .execute()
    await publishIn('production', 'burning', { on: false })
    expect((await readFlagActivity(project, { flags: ['burning'] })).lives).toMatchObject([
      { killedIn: ['production'] },
    ])
  })
})

describe('the flags that are on their way', () => {
  it('are those that production splits between a variant and off, by key, a page at a time', async () => {
    for (const key of ['a', 'b', 'c']) await aLiveFlag(project, key, ['development', 'production'])
    for (const key of ['a', 'b']) await publishIn('production', key, { otherwise: split({ on: 25_000, off: 75_000 }) })
    await publishIn('development', 'c', { otherwise: split({ on: 25_000, off: 75_000 }) })
    const page = await rollouts(project, { limit: 1 })
    expect(page).toMatchObject({
      rollouts: [{ flag: 'a', environment: 'production', variant: 'on', weight: 25_000, next: null }],
      total: 2,
      next: 'a',
    })
    expect(await rollouts(project, { cursor: page.next, limit: 10 })).toMatchObject({
      rollouts: [{ flag: 'b' }],
      next: null,
    })
  })
})

describe('how often a project was asked', () => {
  it('is a sum by hour and environment; an hour in which nobody reported is a gap', async () => {
    await aLiveFlag(project, 'busy')
    await asked(hoursAgo(1), 'production', [{ flag: 'busy', variant: 'on', count: 5 }])
    await asked(hoursAgo(1), 'production', [{ flag: 'busy', variant: 'off', count: 3 }])
    await asked(hoursAgo(1), 'staging', [{ flag: 'busy', variant: 'off', count: 2 }])
    await asked(hoursAgo(25), 'production', [{ flag: 'busy', variant: 'off', count: 40 }])
    const found = await evaluations(project, { range: 'day' })
    expect(found.series.map(({ environment, counts }) => [environment, ...counts.slice(-3)])).toEqual([
      ['staging', null, 2, null],
      ['production', null, 8, null],
    ])
    expect(found).toMatchObject({ total: 10, before: 40 })
    expect(found.steps).toHaveLength(24)
  })
})
