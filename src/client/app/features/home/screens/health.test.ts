import { expect, it } from 'vitest'
import { health } from './health.ts'

it('counts the connections that have the newest revision of their own environment', () => {
  const environments = [
    { key: 'staging', revision: 4 },
    { key: 'production', revision: 9 },
  ]
  const one = (environment: string, revision: number, streams: number) => ({
    ...{ name: 'web', kind: 'server' as const },
    ...{ environment, revision, streams },
  })
  expect(health([one('staging', 4, 2), one('production', 9, 3), one('production', 7, 1)], environments)).toEqual({
    current: 5,
    behind: 1,
  })
})
