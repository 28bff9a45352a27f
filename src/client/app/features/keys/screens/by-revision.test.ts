import { describe, expect, it } from 'vitest'
import { byRevision } from './by-revision.ts'

const one = (name: string | null, revision: number, streams = 1, environment = 'production') => ({
  ...{ kind: 'server' as const, name, revision, streams, environment },
})

describe('connections by revision', () => {
  it('are counted at the revision they have, between the last few revisions', () => {
    const found = byRevision([one('web', 9, 3), one('kiosk', 2), one(null, 9), one('api', 9, 5, 'staging')], {
      key: 'production',
      revision: 9,
    })
    expect(found).toMatchObject({ current: 4, all: 5 })
    expect(found.columns.map(({ revision, streams }) => [revision, streams])).toEqual([
      [2, 1],
      [5, 0],
      [6, 0],
      [7, 0],
      [8, 0],
      [9, 4],
    ])
    expect(found.columns.at(-1)?.names).toEqual(['web', 'an application'])
  })

  it('are current where the page has not heard of the newest revision yet', () => {
    expect(byRevision([one('web', 4)], { key: 'production', revision: 3 })).toMatchObject({ current: 1, all: 1 })
  })
})
