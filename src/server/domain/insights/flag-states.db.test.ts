import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db } from '../../db/pool.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { readFlag } from '../flags/read-flag.ts'
import { publish } from '../revisions/publish.ts'
import { recordTelemetry } from '../telemetry/record-telemetry.ts'
import { flagStates } from './flag-states.ts'

let db: Db
let project: ProjectCtx
beforeAll(async () => {
  db = (await testDatabase()).db
})
beforeEach(async () => {
  project = (await aProject(db)).project
})

const everywhere = ['development', 'staging', 'production']
const dayMs = 24 * 3_600_000
const start = Date.now()
/** The same project so many days from now. */
const after = (days: number): ProjectCtx => ({ ...project, now: () => new Date(start + days * dayMs) })
const stateAfter = async (days: number, flag: string) =>
  (await flagStates(after(days))).flags.find((one) => one.flag === flag)

/** A program asks for flags in production, so many days from now. */
const asked = async (days: number, ...flags: string[]) => {
  const { environment } = await inEnvironment(project, 'production')
  const at = new Date(start + days * dayMs)
  const counts = flags.map((flag) => ({ flag, variant: 'on', count: 3 }))
  const [from, to] = [at.toISOString(), at.toISOString()]
  await recordTelemetry(db, at, environment.id, { instance: uuidv7(), sdk: 'test', from, to, counts, dropped: 0 })
}

const publishIn = async (days: number, key: string, fields: Partial<FlagDocument>) => {
  const ctx = await inEnvironment(after(days), 'production')
  const head = (await readFlag(ctx, { flag: key })).heads['production']
  if (!head) throw new Error(`${key} is not in production`)
  const document = { ...head.document, ...fields }
  await publish(ctx, { base: head.revision, message: 'test', entries: [{ kind: 'flag', key, document }] })
}
const rule = (variant: string) => ({ rules: [{ id: 'r', when: where('country', 'is', 'NO'), serve: { variant } }] })

describe('the state of a flag', () => {
  it('is a draft while it was on nowhere, and live from then on', async () => {
    await aLiveFlag(project, 'unborn', [])
    await aLiveFlag(project, 'born', ['development'])
    const { flags } = await flagStates(project)
    expect(flags.map(({ flag, state }) => [flag, state])).toEqual([
      ['born', 'live'],
      ['unborn', 'draft'],
    ])
  })

  it('is settled once everybody got one variant for 14 days where it is protected', async () => {
    await aLiveFlag(project, 'done', everywhere)
    expect((await stateAfter(13, 'done'))?.state).toBe('live')
    expect(await stateAfter(15, 'done')).toMatchObject({
      state: 'settled',
      bucket: 'check',
      settled: { variant: 'on' },
    })
  })

  it('stays settled through an edit that gives everybody the same, and through no other', async () => {
    await aLiveFlag(project, 'tidied', everywhere)
    await aLiveFlag(project, 'turned', everywhere)
    await publishIn(10, 'tidied', rule('on'))
    await publishIn(10, 'turned', { otherwise: { variant: 'off' } })
    expect((await stateAfter(15, 'tidied'))?.state).toBe('settled')
    expect((await stateAfter(15, 'turned'))?.state).toBe('live')
    expect((await stateAfter(25, 'turned'))?.state).toBe('settled')
  })

  it('is live while it serves more than one variant, however old it is', async () => {
    await aLiveFlag(project, 'split', everywhere)
    await publishIn(1, 'split', rule('off'))
    expect(await stateAfter(300, 'split')).toMatchObject({ state: 'live', bucket: null, settled: null })
  })

  it('is live while it waits for production, off there and on elsewhere', async () => {
    await aLiveFlag(project, 'coming', ['development'])
    expect((await stateAfter(100, 'coming'))?.state).toBe('live')
  })

  it('is stale when it is settled past its expected end; then somebody has to look', async () => {
    await aLiveFlag(project, 'old', everywhere)
    await asked(41, 'old')
    expect(await stateAfter(41, 'old')).toMatchObject({ state: 'stale', bucket: 'check', evaluationsPerDay: 3 })
  })

  it('is stale when nobody asked for 30 days while programs report; then it can go', async () => {
    await aLiveFlag(project, 'forgotten', everywhere)
    await aLiveFlag(project, 'busy', everywhere)
    await publishIn(1, 'forgotten', rule('off'))
    await asked(1, 'forgotten')
    await asked(32, 'busy')
    expect((await stateAfter(30, 'forgotten'))?.state).toBe('live')
    expect(await stateAfter(32, 'forgotten')).toMatchObject({ state: 'stale', bucket: 'safe', lastSeenAt: null })
  })

  it('takes silence for nothing where no program reports', async () => {
    await aLiveFlag(project, 'silent', everywhere)
    const { reporting } = await flagStates(after(45))
    expect(reporting).toBe(false)
    expect(await stateAfter(45, 'silent')).toMatchObject({ state: 'stale', bucket: 'check' })
  })

  it('tells which flags keep another from going', async () => {
    await aLiveFlag(project, 'base', everywhere)
    await aLiveFlag(project, 'tower', everywhere)
    await publishIn(1, 'tower', { prerequisites: [{ flag: 'base', variants: ['on'] }] })
    await asked(32, 'tower')
    expect(await stateAfter(32, 'base')).toMatchObject({ state: 'stale', bucket: 'check', requiredBy: ['tower'] })
  })
})

describe('the pages of a project’s flags', () => {
  /** Every page of a bucket, so many flags each. */
  const pages = async (bucket: 'safe' | 'check' | undefined, limit: number) => {
    const all = []
    for (let cursor: string | undefined; ; ) {
      const page = await flagStates(after(32), { bucket, limit, ...(cursor !== undefined && { cursor }) })
      all.push(page)
      if (page.next === null) return all
      cursor = page.next
    }
  }

  it('together hold every flag of what they are asked about once, by key, and all say how many there are', async () => {
    for (const key of ['e', 'c', 'a', 'd', 'b']) await aLiveFlag(project, key, everywhere)
    await publishIn(1, 'd', rule('off'))
    await asked(32, 'b', 'd')
    const whole = await flagStates(after(32))
    const inBucket = { safe: ['a', 'c', 'e'], check: ['b'], all: ['a', 'b', 'c', 'd', 'e'] }
    expect([whole.next, whole.totals]).toEqual([null, { safe: 3, check: 1 }])
    for (const bucket of ['safe', 'check', undefined] as const)
      for (const limit of [1, 2, 3, 5, 100]) {
        const all = await pages(bucket, limit)
        const keys = inBucket[bucket ?? 'all']
        expect(all.map(({ flags }) => flags.length)).toEqual(
          Array.from({ length: Math.ceil(keys.length / limit) }, (_, at) => Math.min(limit, keys.length - at * limit)),
        )
        expect(all.flatMap(({ flags }) => flags)).toEqual(whole.flags.filter(({ flag }) => keys.includes(flag)))
        expect(all.every(({ totals }) => JSON.stringify(totals) === JSON.stringify(whole.totals))).toBe(true)
      }
    expect(whole.flags.map(({ evaluationsPerDay }) => evaluationsPerDay)).toEqual([0, 3, 0, 3, 0])
  })
})
