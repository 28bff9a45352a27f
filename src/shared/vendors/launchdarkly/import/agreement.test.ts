import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryConfig } from '../../../../../tests/support/arbitrary-launchdarkly.ts'
import { seeded } from '../../importing/seeded.ts'
import { compileLaunchDarkly } from './compile.ts'
import { LdConfig } from './config.ts'
import { checkLaunchDarkly } from './self-check.ts'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

describe('checkLaunchDarkly', () => {
  it('finds no unit that an imported flag answers otherwise, over random documents', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryConfig, fc.integer(), async (document, seed) => {
        const config = LdConfig.parse(JSON.parse(JSON.stringify(document)))
        const check = { count: 25, random: seeded(seed), nowMs: 0, sha1 }
        const { examples } = await checkLaunchDarkly(config, compileLaunchDarkly(config), check)
        expect(examples).toEqual([])
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

  it('finds an import that moves somebody', async () => {
    const fallthrough = {
      rollout: { variations: [50_000, 50_000].map((weight, variation) => ({ variation, weight })) },
    }
    const flag = { on: true, variations: ['a', 'b'], fallthrough, salt: 'salt' }
    const config = LdConfig.parse({ flags: { flag } })
    const moved = LdConfig.parse({ flags: { flag: { ...flag, salt: 'other' } } })
    const check = { count: 100, random: seeded(1), nowMs: 0, sha1 }
    const result = await checkLaunchDarkly(config, compileLaunchDarkly(moved), check)
    expect(result).toMatchObject({ compared: 100, random: 0 })
    expect(result.mismatches).toBeGreaterThan(20)
  })
})
