import { afterAll, describe, expect, it, vi } from 'vitest'
import { sdkOf } from '../../src/server/platform/threads/uploads/vendor-sdks/sdk-of.ts'
import type { ImportOptions, Vendor } from '../../src/shared/features/imports/schemas/import.ts'
import { assembleFlagsmith } from '../../src/shared/vendors/flagsmith/import/assemble.ts'
import { compileFlagsmith } from '../../src/shared/vendors/flagsmith/import/compile.ts'
import type { Imported } from '../../src/shared/vendors/importing/imported.ts'
import { previewOf } from '../../src/shared/vendors/importing/preview.ts'
import { seeded } from '../../src/shared/vendors/importing/seeded.ts'
import { checkBySdk } from '../../src/shared/vendors/importing/vendor-sdk.ts'
import { compilePostHog } from '../../src/shared/vendors/posthog/import/compile.ts'
import { PhConfig } from '../../src/shared/vendors/posthog/import/config.ts'
import { draws, suiteSeed } from '../support/seed.ts'
import { configCat } from './oracles/configcat.ts'
import { featurevisor } from './oracles/featurevisor.ts'
import { flagd } from './oracles/flagd.ts'
import { flagsmith } from './oracles/flagsmith.ts'
import { flipt } from './oracles/flipt.ts'
import { growthBook } from './oracles/growthbook.ts'
import { launchDarkly } from './oracles/launchdarkly.ts'
import type { Oracle } from './oracles/oracle.ts'
import { postHog } from './oracles/posthog.ts'
import { splitSoftware } from './oracles/split.ts'
import { statsig } from './oracles/statsig.ts'
import { unleash } from './oracles/unleash.ts'

/*
 * Tests the check of a preview, which evaluates the imported document with the vendor's SDK before anything is written.
 * Uses random documents, and contexts that the check derives from the documents.
 */

const documents = draws(6)

/** Imports a document as evaluated by something other than the SDK. */
type Compile = (document: unknown) => Imported

const byServer: Compile = (document) => compilePostHog(PhConfig.parse(document), 'server')
const byPython: Compile = (document) => {
  const { config } = assembleFlagsmith(document)
  if (config === undefined) throw new Error('no environment document')
  return compileFlagsmith(config, 'python')
}

const checked: readonly [Vendor, Oracle, ImportOptions?, Compile?][] = [
  ['configcat', configCat],
  ['featurevisor', featurevisor],
  ['flagd', flagd, { sdk: 'javascript' }],
  ['flagsmith', flagsmith],
  ['flagsmith', flagsmith, { engine: 'python' }, byPython],
  ['flipt', flipt],
  ['growthbook', growthBook],
  ['posthog', postHog, { evaluator: 'local' }],
  ['posthog', postHog, { evaluator: 'server' }, byServer],
  ['split', splitSoftware],
  ['statsig', statsig],
]

/** The same import, in which every flag has an error. */
const broken = (imported: Imported): Imported => ({
  ...imported,
  flags: Object.fromEntries(
    Object.entries(imported.flags).map(([key, flag]) => [
      key,
      { ...flag, on: true, prerequisites: [], rules: [], otherwise: { error: 'GENERAL' } },
    ]),
  ),
})

// The SDKs log invalid documents. Here they are invalid on purpose.
for (const name of ['error', 'warn', 'log'] as const) vi.spyOn(console, name).mockImplementation(() => {})
afterAll(() => vi.restoreAllMocks())

describe('the check of a preview', () => {
  it.each(checked)('asks the SDK of %s, and finds who would be moved', async (vendor, oracle, options, compile) => {
    const random = seeded(suiteSeed)
    const open = await sdkOf(vendor, options ?? {})
    if (open === null) throw new Error('no SDK')
    let [compared, moved] = [0, 0]
    for (let at = 0; at < documents; at += 1) {
      const { document, imported: bySdk, end } = await oracle.round(random, 1)
      const imported = compile?.(JSON.parse(JSON.stringify(document))) ?? bySdk
      const check = (of: Imported) =>
        checkBySdk(open, { original: document }, of, { count: 20, random: seeded(at), nowMs: Date.now(), kept: [] })
      const same = await check(imported)
      // If the import reports that the SDK deviates for a flag, the check may find differences.
      const told = new Set(
        imported.findings.filter(({ message }) => message.includes('a way of its own')).map(({ subject }) => subject),
      )
      expect((same?.examples ?? []).filter(({ flag }) => !told.has(`flag ${flag}`))).toEqual([])
      compared += same?.compared ?? 0
      moved += (await check(broken(imported)))?.mismatches ?? 0
      await end?.()
    }
    expect(compared).toBeGreaterThan(documents * 10)
    expect(moved).toBeGreaterThan(documents)
  })

  it('asks first with the contexts that were seen', async () => {
    const open = await sdkOf('growthbook', {})
    const { document, imported } = await growthBook.round(seeded(suiteSeed), 1)
    const kept = Array.from({ length: 30 }, (_, at) => ({ targetingKey: `seen-${at}` }))
    const found = await checkBySdk(
      async (given) => {
        const sdk = await open?.(given)
        if (!sdk) throw new Error('no SDK')
        return { ...sdk, theirs: (_, context) => context['targetingKey'] ?? null }
      },
      { original: document },
      imported,
      { count: 10, random: seeded(1), nowMs: 0, kept },
    )
    expect(
      found?.examples.slice(0, 20).filter(({ theirs }) => JSON.stringify(theirs).startsWith('"seen-')),
    ).toHaveLength(20)
  })

  it.each([
    ['flagsmith', flagsmith, { engine: 'node' }, 2],
    ['flipt', flipt, {}, 2],
    ['launchdarkly', launchDarkly, {}, 15],
    ['split', splitSoftware, {}, 4],
    ['statsig', statsig, {}, 2],
    ['unleash', unleash, {}, 25],
  ] as const)('finds nothing in a file of %s that its reader was given', async (_, oracle, options, files) => {
    const random = seeded(suiteSeed)
    for (let at = 0; at < draws(files); at += 1) {
      const { document: value, end } = await oracle.round(random, 0)
      await end?.()
      const part = { name: 'file.production.json', value: JSON.parse(JSON.stringify(value)) as unknown }
      const { summary } = await previewOf([part], { sdkOf, options, nowMs: Date.now() })
      expect(summary.checks).toMatchObject([{ different: 0 }])
    }
  })

  it('asks Statsig’s as programs of the environment do, of each by its kind', async () => {
    const tier = { type: 'environment_field', field: 'tier', operator: 'any', targetValue: ['production'] }
    const rules = [{ id: 'r', passPercentage: 100, conditions: [tier] }]
    const spec = (name: string, more: object = {}) => ({ name, salt: 's', enabled: true, rules: [], ...more })
    const value = {
      ...{ has_updates: true, time: 1 },
      feature_gates: [spec('a', { rules }), spec('a.config')],
      dynamic_configs: [spec('a', { defaultValue: { of: 'config' } }), spec('b', { defaultValue: { of: 'config' } })],
      layer_configs: [spec('a', { defaultValue: { of: 'layer' } }), spec('b', { defaultValue: { of: 'layer' } })],
    }
    const { summary } = await previewOf([{ name: 'download_config_specs.production.json', value }], { sdkOf })
    expect(summary.checks).toMatchObject([{ different: 0 }])
    expect(summary.checks[0]?.compared).toBeGreaterThan(10)
  })
})
