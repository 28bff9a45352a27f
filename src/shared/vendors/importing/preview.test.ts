import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flagdFlag, inSegment, launchDarklyPayload } from '../../../../tests/support/bundles.ts'
import { environmentNames } from './environment-names.ts'
import { previewOf } from './preview.ts'
import { vendors } from './vendors.ts'

const parts = (files: Readonly<Record<string, unknown>>) =>
  Object.entries(files).map(([name, value]) => ({ name, value }))

describe('environmentNames', () => {
  it.each([
    [
      ['latest-all.production.json', 'latest-all.staging.json'],
      ['production', 'staging'],
    ],
    [
      ['a/production/flags.json', 'a/staging/flags.json'],
      ['production', 'staging'],
    ],
    [['config_v6.json'], ['production']],
    [['flags.dev.json'], ['dev']],
    [
      ['one.json', 'two.json'],
      ['one', 'two'],
    ],
  ])('of %j are %j', (files, names) => {
    expect(environmentNames(files)).toEqual(names)
  })

  it('are never twice the same, and never empty', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 6 }), (files) => {
        const names = environmentNames(files)
        expect(names).toHaveLength(files.length)
        expect(new Set(names).size).toBe(files.length)
        expect(names.every((name) => name !== '')).toBe(true)
      }),
    )
  })
})

describe('a preview', () => {
  it('finds the environment of a payload by its salts, whatever the file is called', async () => {
    const flag = (salt: string) => ({ a: { salt } })
    const rest = {
      items: [
        {
          key: 'a',
          name: 'A flag',
          temporary: false,
          tags: ['search'],
          variations: [{ value: true }, { value: false }],
          environments: { production: { salt: 'p' }, staging: { salt: 's' } },
        },
      ],
    }
    const { summary, items } = await previewOf(
      parts({ '1.json': launchDarklyPayload(flag('s')), '2.json': launchDarklyPayload(flag('p')), 'flags.json': rest }),
    )
    expect(summary.environments.map(({ name }) => name).sort()).toEqual(['production', 'staging'])
    expect(items[0]?.item).toMatchObject({ name: 'A flag', permanence: 'permanent', tags: ['search'] })
    expect(items[0]?.documents['staging']).toMatchObject({ salt: 's' })
  })

  it('gives a flag one key, whatever the order in which environments name it', async () => {
    const file = (...keys: string[]) => ({ flags: Object.fromEntries(keys.map((key) => [key, flagdFlag()])) })
    const { items } = await previewOf(
      parts({ 'a.json': file('Checkout', 'checkout'), 'b.json': file('checkout', 'Checkout') }),
    )
    expect(items.map(({ item, documents }) => [item.theirs, item.key, Object.keys(documents)])).toEqual([
      ['Checkout', 'Checkout', ['a', 'b']],
      ['checkout', 'checkout-2', ['a', 'b']],
    ])
  })

  it('leaves out a flag whose values are of another type in each environment, and says so', async () => {
    const file = (variants: object) => ({ flags: { a: flagdFlag({ variants, defaultVariant: 'on' }) } })
    const { items } = await previewOf(parts({ 'a.json': file({ on: true }), 'b.json': file({ on: 'yes' }) }))
    expect(items[0]?.item).toMatchObject({
      verdict: 'left-out',
      why: [expect.stringContaining('boolean in a, string in b')],
    })
  })

  it('compares with the vendor’s own formula, and names whom that moves', async () => {
    const split = { rollout: { variations: [50_000, 50_000].map((weight, variation) => ({ variation, weight })) } }
    const { summary, items } = await previewOf(
      parts({
        'a.json': launchDarklyPayload({ a: { fallthrough: split }, b: { rules: [inSegment('beta')] } }, { beta: {} }),
      }),
    )
    expect(summary.checks).toMatchObject([{ environment: 'production', different: 0 }])
    expect(summary.checks[0]?.compared).toBeGreaterThan(1_000)
    expect(items.map(({ item }) => item.verdict)).not.toContain('changed')
  })

  it('takes who is in a big segment from its export, each environment its own', async () => {
    const payload = launchDarklyPayload(
      { a: { rules: [inSegment('legacy-clients')] } },
      { 'legacy-clients': { unbounded: true, generation: 1 } },
    )
    const files = { 'latest-all.production.json': payload, 'latest-all.staging.json': payload }
    const list = 'usr-1\r\n"usr-2"\n'
    const { items, summary } = await previewOf(
      parts({ ...files, 'big-segment.legacy-clients.production.csv': list, 'other.production.csv': list }),
    )
    const told = items.map(({ item, documents }) => [
      item.kind,
      JSON.stringify(documents['production']).includes('usr-2'),
    ])
    expect(told).toEqual([
      ['flag', false],
      ['segment', true],
    ])
    // The list for staging is missing.
    expect(items.map(({ item }) => item.verdict)).toEqual(['left-out', 'left-out'])
    expect(summary.notes.join()).toContain('other.production.csv was not read')
    const whole = await previewOf(parts({ ...files, 'legacy-clients.csv': list }))
    expect(whole.items.map(({ item }) => item.verdict)).not.toContain('left-out')
    expect(whole.summary.checks[0]).toMatchObject({ different: 0 })
  })

  it('takes the short form of file data, a value for everyone', async () => {
    const { items } = await previewOf(parts({ 'a.json': { flagValues: { greeting: 'hello', limit: 3 } } }))
    expect(items.map(({ documents }) => documents['production'])).toMatchObject([
      { key: 'greeting', type: 'string', on: true, variants: { hello: 'hello' } },
      { key: 'limit', type: 'number' },
    ])
  })

  it('says what was compared with what, and calls nothing exact that was compared with nothing', async () => {
    const flag = { variations: { on: true, off: false }, defaultRule: { variation: 'on' } }
    const logic = { ...flag, targeting: [{ query: '{"!!": {"var": "profile"}}', variation: 'off' }] }
    const gone = { ...flag, defaultRule: { variation: 'gone' } }
    const { summary, items } = await previewOf(parts({ 'a.json': { plain: flag, logic, gone } }))
    expect(items.map(({ item }) => [item.key, item.verdict])).toEqual([
      ['plain', 'documented'],
      ['logic', 'documented'],
      ['gone', 'left-out'],
    ])
    expect(summary.notes).toEqual([
      'Flags of production compared with a formula written from GO Feature Flag’s source, not with its engine: 1. They are imported as documented.',
      'Flags of production compared with nothing: logic.',
    ])
    expect(items.map(({ item }) => item.why.at(-1))).toEqual([
      'Compared with a formula written from GO Feature Flag’s source, not with its engine.',
      'Not compared with GO Feature Flag’s engine.',
      'It serves the variation gone, which the flag does not have.',
    ])
    // Subjects that are left out are not compared.
    expect(summary.checks).toMatchObject([{ different: 0 }])
  })

  it('asks which flagd it was once, and not where somebody said so', async () => {
    const split = flagdFlag({
      targeting: {
        fractional: [
          ['on', 50],
          ['off', 50],
        ],
      },
    })
    const asked = parts({ 'a.json': { flags: { a: split } } })
    expect((await previewOf(asked)).items[0]?.item.verdict).toBe('changed')
    expect((await previewOf(asked, { options: { generation: 'v2' } })).items[0]?.item.verdict).toBe('documented')
  })

  it('never takes one vendor’s file for another’s', () => {
    const files: Readonly<Record<string, unknown>> = {
      launchdarkly: launchDarklyPayload({ a: {} }),
      unleash: { version: 2, features: [{ name: 'a', enabled: true, strategies: [] }] },
      growthbook: { status: 200, features: { a: { defaultValue: true, rules: [] } } },
      flagsmith: { api_key: 'x', project: { segments: [] }, feature_states: [] },
      configcat: { p: { s: 'x' }, f: { a: { t: 0, v: { b: true } } } },
      posthog: { flags: [{ key: 'a', filters: {} }], group_type_mapping: {}, cohorts: {} },
      flagd: { flags: { a: flagdFlag() } },
      flipt: { namespace: 'a', flags: [{ key: 'a', type: 'BOOLEAN_FLAG_TYPE', enabled: true }] },
      split: { ff: { d: [{ name: 'a', defaultTreatment: 'off', conditions: [] }] } },
      statsig: { feature_gates: [], dynamic_configs: [], has_updates: true },
      'go-feature-flag': { a: { variations: { on: true, off: false }, defaultRule: { variation: 'on' } } },
      featurevisor: { schemaVersion: '2', segments: {}, features: { a: { bucketBy: 'userId', traffic: [] } } },
    }
    for (const [vendor, value] of Object.entries(files)) {
      const claiming = Object.values(vendors).filter((reader) => reader.recognise(value) !== null)
      expect([vendor, claiming.map((reader) => reader.vendor)]).toEqual([vendor, [vendor]])
    }
  })

  it('is made of whatever JSON, or refused with a sentence', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 3 }), async (values) => {
        const made = await previewOf(values.map((value, i) => ({ name: `${i}.json`, value }))).catch(
          (error: unknown) => error,
        )
        expect(made instanceof Error ? made.name : 'Unreadable').toBe('Unreadable')
      }),
    )
  })
})

describe('contexts that were seen', () => {
  it.each([
    ['LaunchDarkly', launchDarklyPayload({ flag: {} })],
    [
      'Unleash',
      { version: 2, features: [{ name: 'flag', type: 'release', enabled: true, strategies: [{ name: 'default' }] }] },
    ],
    ['GO Feature Flag', { flag: { variations: { on: true, off: false }, defaultRule: { variation: 'on' } } }],
  ])('are asked about, too, in the words of %s', async (_, value) => {
    const kept = Array.from({ length: 50 }, (__, at) => ({ targetingKey: `seen-${at}`, plan: 'pro' }))
    const given = (of: object) => previewOf([{ name: 'a.json', value }], { kept: { production: kept }, ...of })
    const { summary } = await given({})
    expect(summary.checks).toMatchObject([{ different: 0 }])
    expect(summary.checks[0]?.compared).toBeGreaterThan(50)
  })
})
