import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryConfig } from '../../../../../tests/support/arbitrary-unleash.ts'
import { seeded } from '../../importing/seeded.ts'
import { compileUnleash } from './compile.ts'
import { UnleashConfig } from './config.ts'
import { toolsFor } from './reference/tools.ts'
import { checkUnleash } from './self-check.ts'

const nowMs = Date.parse('2026-01-01T00:00:00Z')

describe('checkUnleash', () => {
  it.each(['javascript', 'other'] as const)(
    'finds no unit that an imported feature answers otherwise, over random documents served by %s',
    async (sdk) => {
      await fc.assert(
        fc.asyncProperty(arbitraryConfig, fc.integer(), async (document, seed) => {
          const config = UnleashConfig.parse(JSON.parse(JSON.stringify(document)))
          const check = { count: 25, random: seeded(seed), nowMs, tools: toolsFor(sdk) }
          const { examples } = await checkUnleash(config, compileUnleash(config, { sdk }), check)
          expect(examples).toEqual([])
        }),
        { numRuns: 100, endOnFailure: true },
      )
    },
  )

  it('finds an import that moves somebody', async () => {
    const documentOf = (groupId: string) =>
      UnleashConfig.parse({
        features: [
          {
            name: 'feature',
            enabled: true,
            strategies: [{ name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId', groupId } }],
          },
        ],
      })
    const check = { count: 200, random: seeded(1), nowMs, tools: toolsFor('javascript') }
    const result = await checkUnleash(documentOf('group'), compileUnleash(documentOf('other')), check)
    expect(result).toMatchObject({ compared: 200, random: 0 })
    expect(result.mismatches).toBeGreaterThan(20)
  })
})
