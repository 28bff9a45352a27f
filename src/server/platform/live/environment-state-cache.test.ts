import { afterAll, describe, expect, it, vi } from 'vitest'
import { aDatafile, aFlag } from '../../../../tests/support/builders.ts'
import type { Db } from '../db/pool.ts'
import type { SnapshotCache } from '../snapshot-cache/snapshot-cache.ts'
import { EnvironmentStateCache } from './environment-state-cache.ts'
import { Hub } from './hub.ts'

const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
const datafile = { ...aDatafile([aFlag()]), revision: 7 }
const hub = new Hub()
afterAll(() => hub.close())

/** States over a failing database, with `known` stored on disk. */
const failing = (error: Error) => {
  const begun = vi.fn<() => void>()
  const refuse = () => {
    begun()
    throw error
  }
  const db = new Proxy({}, { get: () => refuse }) as unknown as Db
  const read = vi.fn<(id: string) => Promise<unknown>>(async (id) => (id === 'known' ? datafile : undefined))
  const kept = { datafile: read } as unknown as SnapshotCache
  const log = { error: () => {}, warn: () => {}, info: () => {} }
  return { states: new EnvironmentStateCache(db, hub, log, kept), begun, read }
}

describe('an environment that the database does not give', () => {
  it('is what was kept of it while the database is away, and no newest; of another nothing is known', async () => {
    const { states, begun } = failing(away)
    expect((await states.get('known')).datafile).toEqual(datafile)
    // From now on served from memory.
    await states.get('known')
    expect([begun.mock.calls.length, states.newest('known')]).toEqual([1, undefined])
    await expect(states.get('unknown')).rejects.toBe(away)
    expect([await states.isBehind('known', 7), await states.isBehind('known', 8)]).toEqual([false, true])
  })

  it('is not looked for on disk where something else went wrong', async () => {
    const broken = new TypeError('broken')
    const { states, read } = failing(broken)
    await expect(states.get('known')).rejects.toBe(broken)
    expect(read).not.toHaveBeenCalled()
  })

  it('is read once for all who ask at once, and anew after it failed', async () => {
    const { states, begun } = failing(away)
    await Promise.allSettled([states.get('unknown'), states.get('unknown')])
    expect(begun).toHaveBeenCalledTimes(1)
    await Promise.allSettled([states.get('unknown')])
    expect(begun).toHaveBeenCalledTimes(2)
  })

  it('is asked for anew once the log can be read again, by whoever listens, too; what was told meanwhile is no step of it', async () => {
    const { states, begun } = failing(away)
    await states.get('known')
    const end = vi.fn<() => void>()
    const listener = { wants: 'patches' as const, keyId: 'k', write: () => {}, pending: () => 0, end, cut: () => {} }
    const leave = hub.subscribe('known', listener)
    states.advance({
      ...{ environmentId: 'known', project: 'p', environment: 'e', number: 8, publishedAt: new Date(0), digest: '' },
      ...{ actor: { kind: 'system', id: null, name: 'Fanion' }, entries: [] },
    })
    expect([(await states.get('known')).datafile.revision, end.mock.calls.length]).toEqual([7, 0])
    states.forgetKept()
    expect(end).toHaveBeenCalledTimes(1)
    leave()
    await states.get('known')
    expect(begun).toHaveBeenCalledTimes(2)
    states.forgetKept()
    states.forgetKept()
    expect(states.newest('known')).toBeUndefined()
  })
})
