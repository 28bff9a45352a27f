import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../engine/outcome.ts'
import type { Context } from '../../../schemas/context.ts'
import { createImportedEvaluator } from '../../importing/imported-evaluator.ts'
import { compileUnleash } from './compile.ts'
import {
  UnleashConfig,
  type UnleashConstraint,
  type UnleashFeature,
  type UnleashParameters,
  type UnleashSegment,
  type UnleashVariant,
} from './config.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

const ask = async (
  features: Partial<UnleashFeature>[],
  context: Context,
  segments: UnleashSegment[] = [],
): Promise<Outcome> => {
  const whole = features.map((feature, i) => ({
    name: i === 0 ? 'feature' : 'parent',
    enabled: true,
    strategies: [{ name: 'default' }],
    ...feature,
  }))
  const asking = await createImportedEvaluator(compileUnleash(UnleashConfig.parse({ features: whole, segments })), now)
  return asking(whole[0]?.name ?? '', context)
}

const enabled = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).enabled

const rollout = (parameters: UnleashParameters, variants: UnleashVariant[] = []): Partial<UnleashFeature> => ({
  strategies: [{ name: 'flexibleRollout', parameters, variants }],
})

const constrained = (...constraints: UnleashConstraint[]): Partial<UnleashFeature> => ({
  strategies: [{ name: 'default', constraints }],
})

const weighing = (...weights: number[]): UnleashVariant[] => weights.map((weight, i) => ({ name: `v${i + 1}`, weight }))

describe('an Unleash rollout', () => {
  const at = (percentage: number) => rollout({ rollout: percentage, stickiness: 'userId', groupId: 'Feature.A' })

  it('has user-1 of Feature.A at 60 of 100, the end included', async () => {
    expect(await enabled([at(60)], { userId: 'user-1' })).toBe(true)
    expect(await enabled([at(59)], { userId: 'user-1' })).toBe(false)
  })

  it('hashes low bytes as JavaScript does, or UTF-8 as the others', async () => {
    const features = [{ name: 'f', enabled: true, ...rollout({ rollout: 40, stickiness: 'userId', groupId: 'flågg' }) }]
    const config = UnleashConfig.parse({ features })
    const answer = async (sdk: 'javascript' | 'other') =>
      (await createImportedEvaluator(compileUnleash(config, { sdk }), now))('f', { userId: 'user-1' }).enabled
    expect(await answer('javascript')).toBe(true)
    expect(await answer('other')).toBe(false)
  })

  it('by an own field is off without it, and for an empty one', async () => {
    const feature = rollout({ rollout: 100, stickiness: 'tenant', groupId: 'g' })
    expect(await enabled([feature], {})).toBe(false)
    expect(await enabled([feature], { properties: { tenant: '' } })).toBe(false)
    expect(await enabled([feature], { properties: { tenant: 't' } })).toBe(true)
  })

  it('by default takes the user, then the session', async () => {
    const feature = rollout({ rollout: 60, stickiness: 'default', groupId: 'Feature.A' })
    expect(await enabled([feature], { userId: 'user-1', sessionId: 'other' })).toBe(true)
    expect(await enabled([feature], { sessionId: 'user-1' })).toBe(true)
  })

  it('without a unit is certain at 0 and 100, and by chance between', async () => {
    const answers = async (percentage: number) => {
      const config = {
        features: [{ name: 'f', enabled: true, ...rollout({ rollout: percentage, stickiness: 'random' }) }],
      }
      const imported = compileUnleash(UnleashConfig.parse(config))
      const all = await Promise.all(
        Array.from(
          { length: 200 },
          async (_, i) => (await createImportedEvaluator(imported, now + i))('f', {}).enabled,
        ),
      )
      return all.filter((one) => one === true).length
    }
    expect(await answers(0)).toBe(0)
    expect(await answers(100)).toBe(200)
    const half = await answers(50)
    expect(half).toBeGreaterThan(50)
    expect(half).toBeLessThan(150)
  })

  it('takes the targeting key of a context of ours for the user', async () => {
    expect(await enabled([at(60)], { targetingKey: 'user-1' })).toBe(true)
    expect(await enabled([at(59)], { targetingKey: 'user-1' })).toBe(false)
  })
})

describe('Unleash variants', () => {
  const named = async (variants: UnleashVariant[], context: Context, feature: Partial<UnleashFeature> = {}) => {
    const { name, variant } = await ask([{ name: 'Feature.A', variants, ...feature }], context)
    return name ?? variant
  }

  it('have user-1 of Feature.A at 774 of 1000, the end included', async () => {
    expect(await named(weighing(774, 226), { userId: 'user-1' })).toBe('v1')
    expect(await named(weighing(773, 227), { userId: 'user-1' })).toBe('v2')
  })

  it('are drawn by user, session or address, the first that is a text', async () => {
    expect(await named(weighing(773, 227), { userId: 7, sessionId: '', remoteAddress: 'user-1' })).toBe('v2')
  })

  it('fall to one of them without a unit', async () => {
    expect(['v1', 'v2']).toContain(await named(weighing(1, 1), {}))
  })

  it('of a strategy come before those of the feature, drawn by its group id', async () => {
    const { strategies } = rollout({ rollout: 100, groupId: 'Feature.A' }, weighing(773, 227))
    const feature = { name: 'other', strategies, variants: [{ name: 'shared', weight: 1 }] }
    expect(await named(feature.variants, { userId: 'user-1' }, feature)).toBe('v2')
  })

  it('of a strategy that weigh nothing leave it to those of the feature', async () => {
    const { strategies } = rollout({ rollout: 100, groupId: 'g' }, weighing(0))
    expect(await named([{ name: 'shared', weight: 1 }], { userId: 'u' }, { strategies })).toBe('shared')
  })

  it('are forced by an override, the first in order, even one that weighs nothing', async () => {
    const overrides = [{ contextName: 'userId', values: ['user-1'] }]
    const variants = [{ name: 'forced', weight: 0, overrides }, ...weighing(1, 1)]
    expect(await named(variants, { userId: 'user-1' })).toBe('forced')
  })

  it('are none, with the feature enabled, where the strategy has none', async () => {
    const strategies = [{ name: 'default' }, { name: 'default', variants: weighing(1) }]
    expect(await ask([{ strategies }], {})).toMatchObject({ enabled: true, variant: null, name: 'disabled' })
  })
})

describe('an Unleash constraint', () => {
  const on = (operator: string, more: Partial<UnleashConstraint> = {}): UnleashConstraint => ({
    contextName: 'x',
    operator,
    ...more,
  })
  const inverted = { inverted: true }
  const [yes, no] = [true, false]

  it.each<[string, UnleashConstraint, unknown, boolean]>([
    ['is false without the field', on('IN', { values: ['a'] }), undefined, no],
    ['is true without the field when inverted', on('IN', { values: ['a'], ...inverted }), undefined, yes],
    ['takes null for nothing', on('IN', { values: ['null'] }), null, no],
    ['NOT_IN holds without the field', on('NOT_IN', { values: ['a'] }), undefined, yes],
    ['NOT_IN inverted does not', on('NOT_IN', { values: ['a'], ...inverted }), undefined, no],
    ['IN minds case, though told not to', on('IN', { values: ['A'], caseInsensitive: true }), 'a', no],
    ['a text operator does not, when told so', on('STR_CONTAINS', { values: ['A'], caseInsensitive: true }), 'ba', yes],
    ['and does by itself', on('STR_CONTAINS', { values: ['A'] }), 'ba', no],
    ['makes text of numbers', on('STR_STARTS_WITH', { values: ['1'] }), 12, yes],
    ['joins a list to text', on('IN', { values: ['a,b'] }), ['a', 'b'], yes],
    ['trims its values and leaves out empty ones', on('IN', { values: ['', ' a '] }), 'a', yes],
    ['reads numbers in text', on('NUM_EQ', { value: '12' }), '12.0', yes],
    ['is false for what is no number', on('NUM_GT', { value: '1' }), 'x', no],
    ['and true when inverted', on('NUM_GT', { value: '1', ...inverted }), 'x', yes],
    ['reads versions without a v', on('SEMVER_EQ', { value: 'v1.2.3' }), '1.2.3', yes],
    ['but none with a v', on('SEMVER_EQ', { value: '1.2.3' }), 'v1.2.3', no],
    ['nor half a one', on('SEMVER_EQ', { value: '1.2.0' }), '1.2', no],
    ['finds every number below infinity', on('NUM_LT', { value: 'Infinity' }), '1e308', yes],
    ['but not infinity itself', on('NUM_LT', { value: '1e999' }), 'Infinity', no],
    ['finds every number up to infinity', on('NUM_LTE', { value: 'Infinity' }), 'Infinity', yes],
    ['and down to it', on('NUM_GTE', { value: '-Infinity' }), '-Infinity', yes],
    ['finds infinity', on('NUM_EQ', { value: 'Infinity' }), 'Infinity', yes],
    ['finds nothing above it', on('NUM_GT', { value: 'Infinity' }), 'Infinity', no],
    ['finds a pattern anywhere', on('REGEX', { value: 'b+' }), 'abbc', yes],
    ['reads RE2', on('REGEX', { value: '^[[:alpha:]]+$' }), 'abc', yes],
    ['refuses what RE2 does not know', on('REGEX', { value: '(?=a)' }), 'a', no],
    ['and turns that around', on('REGEX', { value: '(', ...inverted }), 'a', yes],
    ['knows ranges of addresses', on('IN_CIDR', { values: ['bad', '2001:db8::/32'] }), '2001:db8::1', yes],
    ['never holds by an operator nobody knows', on('ALMOST', { values: ['a'] }), 'a', no],
    ['inverted neither', on('ALMOST', { values: ['a'], ...inverted }), 'a', no],
  ])('%s', async (_, constraint, x, expected) => {
    expect(await enabled([constrained(constraint)], { properties: { x } })).toBe(expected)
  })

  it('reads the field itself before the property of that name', async () => {
    const feature = constrained(on('IN', { values: ['own'] }))
    expect(await enabled([feature], { x: 'own', properties: { x: 'property' } })).toBe(true)
  })

  it('compares dates with now, or with the current time of the context', async () => {
    const feature = constrained(on('DATE_BEFORE', { value: '2026-06-01T00:00:00Z' }))
    expect(await enabled([feature], {})).toBe(true)
    expect(await enabled([feature], { currentTime: '2027-01-01T00:00:00Z' })).toBe(false)
  })
})

describe('Unleash strategies', () => {
  it('that are an empty list mean on; no list at all means off', async () => {
    expect(await enabled([{ strategies: [] }], {})).toBe(true)
    expect(await enabled([{ strategies: null }], {})).toBe(false)
  })

  it('are tried in order, and one that nobody knows never holds', async () => {
    expect(await enabled([{ strategies: [{ name: 'mine' }] }], {})).toBe(false)
    expect(await enabled([{ strategies: [{ name: 'mine' }, { name: 'default' }] }], {})).toBe(true)
  })

  it('fail by a segment that is not there, each for itself', async () => {
    expect(await enabled([{ strategies: [{ name: 'default', segments: [404] }] }], {})).toBe(false)
    const both = [{ name: 'default', segments: [404] }, { name: 'default' }]
    expect(await enabled([{ strategies: both }], {})).toBe(true)
  })

  it('need every constraint of every segment', async () => {
    const segments = [1, 2].map((id) => ({
      id,
      constraints: [{ contextName: 'x', operator: 'IN', values: [`${id}`] }],
    }))
    const feature = { strategies: [{ name: 'default', segments: [1, 2] }] }
    expect(await enabled([feature], { x: '1' }, segments)).toBe(false)
  })

  it.each<[string, UnleashParameters, Context, boolean]>([
    ['userWithId', { userIds: 'a , b' }, { userId: 'b' }, true],
    ['userWithId', { userIds: '1' }, { userId: 1 }, false],
    ['remoteAddress', { IPs: 'nonsense, 10.0.0.0/8' }, { remoteAddress: '10.1.2.3' }, true],
    ['remoteAddress', { IPs: 'nonsense' }, { remoteAddress: 'nonsense' }, true],
    ['remoteAddress', { IPs: '::/0' }, { remoteAddress: '::1' }, false],
    ['gradualRolloutUserId', { percentage: '60', groupId: 'Feature.A' }, { userId: 'user-1' }, true],
    ['gradualRolloutUserId', { percentage: '59', groupId: 'Feature.A' }, { userId: 'user-1' }, false],
    ['gradualRolloutSessionId', { percentage: '60', groupId: 'Feature.A' }, { sessionId: 'user-1' }, true],
    ['gradualRolloutSessionId', { percentage: '100', groupId: 'g' }, {}, false],
    ['applicationHostname', { hostNames: 'A,b' }, { hostname: 'a' }, true],
  ])('%s %o for %o: %s', async (name, parameters, context, expected) => {
    expect(await enabled([{ strategies: [{ name, parameters }] }], context)).toBe(expected)
  })
})

describe('an Unleash parent', () => {
  const needs = (more: object = {}) => ({ dependencies: [{ feature: 'parent', ...more }] })
  const off = { enabled: false }

  it('must be enabled', async () => {
    expect(await enabled([needs(), {}], {})).toBe(true)
    expect(await enabled([needs(), off], {})).toBe(false)
  })

  it('must not be, when that is asked', async () => {
    expect(await enabled([needs({ enabled: false }), off], {})).toBe(true)
    expect(await enabled([needs({ enabled: false }), {}], {})).toBe(false)
  })

  it('fails whatever is asked when it is not there', async () => {
    expect(await enabled([needs()], {})).toBe(false)
    expect(await enabled([needs({ enabled: false })], {})).toBe(false)
  })

  it('fails whatever is asked when it has a parent of its own', async () => {
    const parent = { enabled: false, dependencies: [{ feature: 'feature' }] }
    expect(await enabled([needs({ enabled: false }), parent], {})).toBe(false)
  })

  it('must serve one of the variants, by name; to serve none is called disabled', async () => {
    const parent = { variants: weighing(1) }
    expect(await enabled([needs({ variants: ['v1'] }), parent], {})).toBe(true)
    expect(await enabled([needs({ variants: ['v2'] }), parent], {})).toBe(false)
    expect(await enabled([needs({ variants: ['disabled'] }), {}], {})).toBe(true)
    expect(await enabled([needs({ variants: ['disabled'] }), off], {})).toBe(false)
  })

  it('is asked before the switch', async () => {
    expect((await ask([{ ...needs(), enabled: false }], {})).reason).toBe('PREREQUISITE_FAILED')
  })
})
