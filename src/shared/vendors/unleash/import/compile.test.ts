import { describe, expect, it } from 'vitest'
import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import { compileUnleash } from './compile.ts'
import { UnleashConfig, type UnleashFeature, type UnleashStrategy, type UnleashVariant } from './config.ts'

const aFeature = (feature: Partial<UnleashFeature> = {}): UnleashFeature => ({
  name: 'feature',
  enabled: true,
  strategies: [{ name: 'default' }],
  ...feature,
})

const aStrategy = (
  parameters: UnleashStrategy['parameters'],
  strategy: Partial<UnleashStrategy> = {},
): UnleashStrategy => ({
  name: 'flexibleRollout',
  parameters,
  ...strategy,
})

const variants = (...payloads: (UnleashVariant['payload'] | undefined)[]): UnleashVariant[] =>
  payloads.map((payload, i) => ({ name: `v${i + 1}`, weight: 1, ...(payload === undefined ? {} : { payload }) }))

const imported = (...features: UnleashFeature[]) => compileUnleash(UnleashConfig.parse({ features }))

const flagOf = (feature: Partial<UnleashFeature>) => imported(aFeature(feature)).flags['feature']

const findings = (feature: Partial<UnleashFeature>): ImportFinding[] => imported(aFeature(feature)).findings

describe('compileUnleash', () => {
  it('makes a feature without variants a boolean', () => {
    expect(flagOf({})).toMatchObject({ type: 'boolean', variants: { on: true, off: false }, offVariant: 'off' })
  })

  it('leaves callers their default where no variant is served', () => {
    expect(flagOf({ variants: variants(undefined) })).toMatchObject({
      offVariant: null,
      off: { useDefault: true, enabled: false, name: 'disabled' },
      otherwise: { useDefault: true, enabled: false, name: 'disabled' },
    })
  })

  it.each<[string, UnleashVariant[], object]>([
    [
      'text payloads, a name without one',
      variants({ type: 'string', value: 'x' }, undefined),
      { type: 'string', variants: { v1: 'x', v2: 'v2' } },
    ],
    [
      'numbers',
      variants({ type: 'number', value: '1.5' }, { type: 'number', value: '2' }),
      { type: 'number', variants: { v1: 1.5, v2: 2 } },
    ],
    ['JSON objects', variants({ type: 'json', value: '{"a":1}' }), { type: 'object', variants: { v1: { a: 1 } } }],
    [
      'JSON beside numbers as text',
      variants({ type: 'json', value: '{}' }, { type: 'number', value: '2' }),
      { type: 'string', variants: { v1: '{}', v2: '2' } },
    ],
    ['broken JSON as text', variants({ type: 'json', value: '{' }), { type: 'string', variants: { v1: '{' } }],
  ])('gives variants the values of their payloads: %s', (_, list, wanted) => {
    expect(flagOf({ variants: list })).toMatchObject(wanted)
  })

  it('keeps the same name with another payload apart, and reports both by that name', () => {
    const own = (value: string): UnleashVariant[] => [{ name: 'v', weight: 1, payload: { type: 'string', value } }]
    expect(
      flagOf({ strategies: [aStrategy({ rollout: 50 }, { variants: own('x') })], variants: own('y') }),
    ).toMatchObject({
      variants: { v: 'y', 'v-2': 'x' },
      outputs: { 'v-2': { name: 'v' } },
    })
  })

  it('draws strategy variants by the group id, and by the text undefined where there is none', () => {
    const strategies = [aStrategy({ rollout: 100 }, { variants: variants(undefined, undefined) })]
    expect(flagOf({ strategies })?.rules[0]?.serve).toMatchObject({
      wide: { point: { hash: { seed: 86_028_157 }, unit: { parts: [{ literal: 'undefined:' }, {}] } } },
    })
  })

  it('cuts whole numbers from 1 to the sum of the weights, both ends inclusive, without those that weigh nothing', () => {
    const weights = [1, 0, 2].map((weight, i): UnleashVariant => ({ name: `v${i + 1}`, weight }))
    expect(flagOf({ variants: weights })?.rules[0]?.serve).toMatchObject({
      wide: {
        bounds: '[]',
        point: { norm: { kind: 'mod', mod: 3, add: 1 } },
        slots: [
          { lo: 1, hi: 1, serve: { variant: 'v1' } },
          { lo: 2, hi: 3, serve: { variant: 'v3' } },
        ],
      },
    })
  })

  it('expands overrides into rules before the draw of the same strategy', () => {
    const [first, ...rest] = variants(undefined, undefined)
    const forced = { name: 'v1', weight: 1, overrides: [{ contextName: 'userId', values: ['1'] }] }
    const flag = flagOf({ variants: first === undefined ? [] : [forced, ...rest] })
    expect(flag?.rules.map(({ id }) => id)).toEqual(['strategy-1-override-1', 'strategy-1'])
  })

  it('drops strategies the admin export marks as disabled', () => {
    expect(flagOf({ strategies: [{ name: 'default', disabled: true }, { name: 'default' }] })?.rules).toHaveLength(1)
  })

  it('is enabled when every strategy is disabled: SDKs are told of none', () => {
    expect(flagOf({ strategies: [{ name: 'default', disabled: true }] })).toMatchObject({
      rules: [],
      otherwise: { variant: 'on' },
    })
  })

  it('hashes in the encoding of the SDKs that served', () => {
    const config = UnleashConfig.parse({
      features: [aFeature({ strategies: [aStrategy({ rollout: 5, stickiness: 'userId' })] })],
    })
    const hashOf = (sdk: 'javascript' | 'other') => compileUnleash(config, { sdk }).flags['feature']?.rules[0]?.when
    expect(JSON.stringify(hashOf('javascript'))).toContain('"encoding":"utf16-lowbyte"')
    expect(JSON.stringify(hashOf('other'))).toContain('"encoding":"utf8"')
  })
})

describe('findings of compileUnleash', () => {
  it('are none for what is taken over whole', () => {
    expect(findings({ strategies: [aStrategy({ rollout: 50, stickiness: 'userId', groupId: 'g' })] })).toEqual([])
  })

  it.each<[string, Partial<UnleashFeature>, Partial<ImportFinding>]>([
    ['block a custom strategy', { strategies: [{ name: 'mine' }] }, { severity: 'block', path: 'strategies.0.name' }],
    [
      'block host names',
      { strategies: [{ name: 'applicationHostname', parameters: { hostNames: 'a,b' } }] },
      { severity: 'block', path: 'strategies.0.name' },
    ],
    [
      'tell that chance keeps nothing',
      { strategies: [aStrategy({ rollout: 50, stickiness: 'random' })] },
      { severity: 'info', path: 'strategies.0.parameters' },
    ],
    [
      'warn of a group id that SDKs hash differently',
      { strategies: [aStrategy({ rollout: 50, stickiness: 'userId', groupId: 'flågg' })] },
      { severity: 'warn', path: 'strategies.0.parameters.groupId' },
    ],
    ['say that no strategy at all means on', { strategies: [] }, { severity: 'info', path: 'strategies' }],
    [
      'warn of a segment that is not there',
      { strategies: [{ name: 'default', segments: [404] }] },
      { severity: 'warn', path: 'strategies.0.segments.0' },
    ],
    [
      'warn of a parent that is not there',
      { dependencies: [{ feature: 'gone' }] },
      { severity: 'warn', path: 'dependencies.0' },
    ],
    [
      'warn of an operator nobody knows',
      { strategies: [{ name: 'default', constraints: [{ contextName: 'a', operator: 'ALMOST' }] }] },
      { severity: 'warn', path: 'strategies.0.constraints.0.operator' },
    ],
    [
      'refuse a constraint whose values are null',
      { strategies: [{ name: 'default', constraints: [{ contextName: 'a', operator: 'NOT_IN', values: null }] }] },
      { severity: 'block', path: 'strategies.0.constraints.0.values' },
    ],
    [
      'refuse a constraint without the values it compares with',
      { strategies: [{ name: 'default', constraints: [{ contextName: 'a', operator: 'IN' }] }] },
      { severity: 'block', path: 'strategies.0.constraints.0.values' },
    ],
    [
      'refuse a strategy whose parameters are null',
      { strategies: [{ name: 'userWithId', parameters: null }] },
      { severity: 'block', path: 'strategies.0.parameters' },
    ],
    [
      'refuse a strategy that has none of the parameters it reads',
      { strategies: [{ name: 'flexibleRollout' }] },
      { severity: 'block', path: 'strategies.0.parameters' },
    ],
  ])('%s', (_, feature, wanted) => {
    expect(findings(feature)).toMatchObject([wanted])
  })

  // Users with an id keep their result; users without one never had a stable result.
  it('say nothing of an ordinary rollout', () => {
    expect(findings({ strategies: [aStrategy({ rollout: 50, stickiness: 'default' })] })).toEqual([])
  })
})
