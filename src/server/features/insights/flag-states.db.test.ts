import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { recordBuild } from '../builds/record-build.ts'
import { replaceReferences } from '../code-references/replace-references.ts'
import { readFlag } from '../flags/read-flag.ts'
import { saveInvariant } from '../promises/save-invariant.ts'
import { publish } from '../publishing/publish.ts'
import { recordTelemetry } from '../usage/record-telemetry.ts'
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
/** The project's context, this many days from now. */
const after = (days: number): ProjectCtx => ({ ...project, now: () => new Date(start + days * dayMs) })
const stateAfter = async (days: number, flag: string) =>
  (await flagStates(after(days))).flags.find((one) => one.flag === flag)

/** Reports evaluations of flags in production, this many days from now. */
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
      verdict: 'keep',
      why: 'unknown',
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
    expect(await stateAfter(300, 'split')).toMatchObject({ state: 'live', verdict: null, settled: null })
  })

  it('is live while it waits for production, off there and on elsewhere', async () => {
    await aLiveFlag(project, 'coming', ['development'])
    expect((await stateAfter(100, 'coming'))?.state).toBe('live')
  })

  it('is stale when it is settled past its expected end; then somebody has to look', async () => {
    await aLiveFlag(project, 'old', everywhere)
    await asked(41, 'old')
    expect(await stateAfter(41, 'old')).toMatchObject({
      state: 'stale',
      verdict: 'remove',
      why: 'evaluated',
      evaluationsPerDay: 3,
    })
  })

  it('is stale when nobody asked for 30 days while programs report; then it can go', async () => {
    await aLiveFlag(project, 'forgotten', everywhere)
    await aLiveFlag(project, 'busy', everywhere)
    await publishIn(1, 'forgotten', rule('off'))
    await asked(1, 'forgotten')
    await asked(32, 'busy')
    expect((await stateAfter(30, 'forgotten'))?.state).toBe('live')
    expect(await stateAfter(32, 'forgotten')).toMatchObject({ state: 'stale', verdict: 'archive', lastSeenAt: null })
  })

  it('takes silence for nothing where no program reports', async () => {
    await aLiveFlag(project, 'silent', everywhere)
    const { reporting } = await flagStates(after(45))
    expect(reporting).toBe(false)
    expect(await stateAfter(45, 'silent')).toMatchObject({ state: 'stale', verdict: 'keep', why: 'unknown' })
  })

  it('tells which flags keep another from going', async () => {
    await aLiveFlag(project, 'base', everywhere)
    await aLiveFlag(project, 'tower', everywhere)
    await publishIn(1, 'tower', { prerequisites: [{ flag: 'base', variants: ['on'] }] })
    await asked(32, 'tower')
    expect(await stateAfter(32, 'base')).toMatchObject({
      state: 'stale',
      verdict: 'keep',
      why: 'required',
      requiredBy: ['tower'],
    })
  })
})

describe('the pages of a project’s flags', () => {
  const pages = async (verdict: 'archive' | 'remove' | undefined, limit: number) => {
    const all = []
    for (let cursor: string | undefined; ; ) {
      const page = await flagStates(after(32), { verdict, limit, ...(cursor !== undefined && { cursor }) })
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
    const having = { archive: ['a', 'c', 'e'], remove: ['b'], all: ['a', 'b', 'c', 'd', 'e'] }
    expect([whole.next, whole.totals]).toEqual([null, { archive: 3, remove: 1, keep: 0 }])
    for (const verdict of ['archive', 'remove', undefined] as const)
      for (const limit of [1, 2, 3, 5, 100]) {
        const all = await pages(verdict, limit)
        const keys = having[verdict ?? 'all']
        expect(all.map(({ flags }) => flags.length)).toEqual(
          Array.from({ length: Math.ceil(keys.length / limit) }, (_, at) => Math.min(limit, keys.length - at * limit)),
        )
        expect(all.flatMap(({ flags }) => flags)).toEqual(whole.flags.filter(({ flag }) => keys.includes(flag)))
        expect(all.every(({ totals }) => JSON.stringify(totals) === JSON.stringify(whole.totals))).toBe(true)
      }
    expect(whole.flags.map(({ evaluationsPerDay }) => evaluationsPerDay)).toEqual([0, 3, 0, 3, 0])
  })
})

describe('what is to be done with a flag', () => {
  const days = 32
  const scan = async (references: { flag: string; kind: 'read' | 'mention' }[], commit = 'abcdef1') => {
    const found = references.map(({ flag, kind }) => ({
      ...{ flag, kind, path: 'src/shop.ts', line: 1, column: 1, lineHash: 'abcdef12' },
    }))
    const place = { project: project.project.key, repository: 'acme/shop', branch: 'main', commit }
    await replaceReferences(after(days), { ...place, references: found })
  }
  const ships = async (...flags: string[]) => {
    const { environment } = await inEnvironment(project, 'production')
    const declared = flags.map((key) => ({ key, type: 'boolean' as const, variants: null, default: false }))
    const build = { name: 'shop-web', version: '2.4', runtime: 'node', flags: declared }
    await recordBuild(db, after(days).now(), { environmentId: environment.id, kind: 'server' }, build)
  }

  it('is to take it out of the code that reads it, and out of builds that run', async () => {
    for (const key of ['read', 'built', 'gone']) await aLiveFlag(project, key, everywhere)
    await scan([{ flag: 'gone', kind: 'read' }], '1234567')
    await scan([
      { flag: 'read', kind: 'read' },
      { flag: 'gone', kind: 'mention' },
    ])
    await ships('built')
    expect(await stateAfter(days, 'read')).toMatchObject({ verdict: 'remove', why: 'read', code: { reads: 1 } })
    const built = { told: true, live: 1, names: ['shop-web 2.4'] }
    expect(await stateAfter(days, 'built')).toMatchObject({ verdict: 'remove', why: 'built', builds: built })
    const gone = { repository: 'acme/shop', branch: 'main', commit: 'abcdef1' }
    expect(await stateAfter(days, 'gone')).toMatchObject({
      verdict: 'archive',
      why: 'unread',
      code: { reads: 0, gone },
    })
  })

  it('is nothing while a promise that refuses names it, and is found by a part of its name', async () => {
    await aLiveFlag(project, 'promised', everywhere)
    await saveInvariant(project, {
      ...{ key: 'kept', name: 'Kept', sentence: 'everyone gets promised on', environments: ['production'] },
      ...{ force: 'refuses', why: '', flag: null, edits: false },
    })
    expect(await stateAfter(days, 'promised')).toMatchObject({ verdict: 'keep', why: 'promised', promises: ['kept'] })
    const found = async (query: string) => (await flagStates(after(days), { query })).flags.map(({ flag }) => flag)
    expect([await found('ROMIS'), await found('nothing')]).toEqual([['promised'], []])
  })
})
