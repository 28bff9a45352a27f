import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../../../shared/limits.ts'
import { type SeenBuild, SeenBuilds } from './seen-builds.ts'

const aBuild = (digest: string, more: Partial<SeenBuild> = {}): SeenBuild => ({
  ...{ environmentId: 'e', kind: 'server', digest },
  ...more,
})

/** The builds of a server, and what was stored about them. */
function aServer() {
  const known = new Set<string>()
  const [seen, told, faults]: [string[], string[][], unknown[]] = [[], [], []]
  let isAway = false
  const away = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve())
  const asked = vi.fn<(build: SeenBuild) => void>()
  const builds = new SeenBuilds(() => new Date(), {
    isKnown: async (build) => {
      asked(build)
      await away()
      return known.has(build.digest)
    },
    see: async ({ digest }, at) => {
      seen.push(`${digest} ${at.getTime()}`)
      await away()
      return true
    },
    tell: async (all) => {
      await away()
      told.push(all.map(({ environmentId, digest, programs }) => `${environmentId} ${digest} ${programs}`))
    },
    fault: (error) => void faults.push(error),
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const leave = (gone: boolean) => {
    isAway = gone
  }
  return { builds, known, seen, told, faults, asked, pass, leave }
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

describe('a build that a program names', () => {
  it('is looked up once in a while, and asked for where nobody knows it', async () => {
    const { builds, known, seen, asked, pass } = aServer()
    expect(await builds.note(aBuild('a'))).toBe(false)
    known.add('a')
    expect([await builds.note(aBuild('a')), await builds.note(aBuild('a'))]).toEqual([true, true])
    expect([asked.mock.calls.length, seen]).toEqual([2, ['a 0']])
    await pass(limits.buildNotedMs - 1)
    expect([await builds.note(aBuild('a')), asked.mock.calls.length]).toEqual([true, 2])
    await pass(1)
    expect([await builds.note(aBuild('a')), asked.mock.calls.length]).toEqual([true, 3])
    expect(seen).toEqual(['a 0', `a ${limits.buildNotedMs}`])
    await builds.close()
  })

  it('is another in another environment and with another kind of key', async () => {
    const { builds, known, asked } = aServer()
    known.add('a')
    for (const more of [{}, { environmentId: 'f' }, { kind: 'client' as const }]) await builds.note(aBuild('a', more))
    expect(asked).toHaveBeenCalledTimes(3)
    await builds.close()
  })

  it('is asked of nobody while the database is away, and a fault of writing it down is told', async () => {
    const { builds, seen, faults, pass, leave, known } = aServer()
    leave(true)
    expect([await builds.note(aBuild('a')), seen, faults]).toEqual([true, [], []])
    leave(false)
    known.add('a')
    const noted = builds.note(aBuild('a'))
    await Promise.resolve()
    leave(true)
    expect(await noted).toBe(true)
    await pass(0)
    expect(faults).toHaveLength(1)
    await builds.close()
  })

  it('is remembered among as many as there is room for, the newest', async () => {
    const { builds, asked } = aServer()
    for (let at = 0; at < 10_000; at++) builds.remember(aBuild(`b${at}`))
    // Remembering it again makes it recent, and evicts no other build.
    builds.remember(aBuild('b0'))
    builds.remember(aBuild('more'))
    const isLookedUp = async (digest: string) => {
      asked.mockClear()
      await builds.note(aBuild(digest))
      return asked.mock.calls.length === 1
    }
    for (const digest of ['b0', 'more', 'b2', 'b9999'])
      expect([digest, await isLookedUp(digest)]).toEqual([digest, false])
    expect(await isLookedUp('b1')).toBe(true)
    await builds.close()
  })
})

describe('the streams of builds', () => {
  it('are told two seconds after they opened or closed, and no more until something happens', async () => {
    const { builds, told, pass } = aServer()
    const gone = builds.open(aBuild('a'))
    builds.open(aBuild('a'))
    builds.open(aBuild('a', { environmentId: 'f' }))
    await pass(1_999)
    expect(told).toEqual([])
    await pass(1)
    expect(told).toEqual([['e a 2', 'f a 1']])
    await pass(4_000)
    expect(told).toHaveLength(1)
    gone()
    await pass(2_000)
    expect(told.at(-1)).toEqual(['e a 1'])
    await builds.close()
  })

  it('are told anew once they are remembered, and all of them in time, and none where none is open', async () => {
    const { builds, told, pass } = aServer()
    builds.remember(aBuild('b'))
    const gone = builds.open(aBuild('a'))
    await pass(2_000)
    builds.remember(aBuild('a'))
    await pass(2_000)
    expect(told).toEqual([['e a 1'], ['e a 1']])
    await pass(limits.buildToldMs / 3)
    expect(told).toHaveLength(3)
    gone()
    await pass(2_000)
    expect(told.at(-1)).toEqual(['e a 0'])
    // A stopped build is reported once, then never again.
    await pass(limits.buildToldMs)
    expect(told).toHaveLength(4)
    await builds.close()
  })

  it('are told later where the database is away, with a fault, and not once it is closed', async () => {
    const { builds, told, faults, pass, leave } = aServer()
    builds.open(aBuild('a'))
    leave(true)
    await pass(2_000)
    expect([told.length, faults.length]).toEqual([0, 1])
    leave(false)
    await pass(2_000)
    expect([told, faults.length]).toEqual([[['e a 1']], 1])
    builds.open(aBuild('b'))
    await builds.close()
    await pass(limits.buildToldMs)
    expect(told).toHaveLength(1)
  })
})
