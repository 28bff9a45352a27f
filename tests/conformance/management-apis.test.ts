import { describe, expect, it } from 'vitest'
import { readGrowthBook } from '../../src/shared/vendors/growthbook/import/assemble.ts'
import { readLaunchDarkly } from '../../src/shared/vendors/launchdarkly/import/assemble.ts'
import { readUnleash } from '../../src/shared/vendors/unleash/import/assemble.ts'
import { announceAbsence, partsIn } from './vectors.ts'

/* An import may use what SDKs download, or what a management API returns. Both must give the same flags. */

announceAbsence()
const twice = [
  ['LaunchDarkly', readLaunchDarkly, 'launchdarkly/rest', 'launchdarkly/sdk'],
  ['Unleash', readUnleash, 'unleash/admin', 'unleash/sdk'],
  ['GrowthBook', readGrowthBook, 'growthbook/rest', 'growthbook/sdk'],
] as const
const there = twice.flatMap(([name, reader, api, sdk]) => {
  const [said, downloaded] = [api, sdk].map((folder) => partsIn(`exports/harbor/${folder}`))
  return said?.length && downloaded?.length ? [{ name, reader, said, downloaded }] : []
})

describe('what a management API says', () => {
  it.each(there)('of $name is imported as what SDKs download', ({ reader, said, downloaded }) => {
    const [fromApi, fromSdk] = [said, downloaded].map((parts) => reader.assemble(parts, {}, 0).environments)
    const compiled = (of: typeof fromApi) =>
      Object.fromEntries((of ?? []).map(({ name, compile }) => [name, compile({}).flags]))
    expect(Object.keys(compiled(fromApi))).toHaveLength(3)
    expect(compiled(fromApi)).toEqual(compiled(fromSdk))
  })

  it('is asked where it is', () => {
    expect([0, twice.length]).toContain(there.length)
  })
})
