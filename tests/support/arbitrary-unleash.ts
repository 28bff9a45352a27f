import fc from 'fast-check'
import type {
  UnleashConfig,
  UnleashConstraint,
  UnleashFeature,
  UnleashStrategy,
  UnleashVariant,
} from '../../src/shared/vendors/unleash/import/config.ts'

const names = ['one', 'two', 'three', 'vier ü']
const contextNames = ['userId', 'sessionId', 'environment', 'country', 'age', 'version', 'remoteAddress']
const texts = [
  '',
  ' ',
  'a',
  'ab',
  'AB',
  ' b ',
  '1',
  '12',
  '12.5',
  '1.2.3',
  'dev',
  '10.0.0.1',
  '10.0.0.0/8',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:10.0.0.0/104',
  '2001:db8::/32',
]
const stickiness = ['default', 'default', 'userId', 'sessionId', 'country', 'random']
const rollouts = ['0', '1', '30', '50.5', '99', '100', 'many']

const values = fc.array(fc.constantFrom(...texts), { maxLength: 3 })
const flags = { inverted: fc.boolean(), caseInsensitive: fc.boolean() }
const contextName = fc.constantFrom(...contextNames)

const withOne = (operators: readonly string[], wanted: readonly string[]): fc.Arbitrary<UnleashConstraint> =>
  fc.record({ contextName, operator: fc.constantFrom(...operators), value: fc.constantFrom(...wanted), ...flags })

const relations = (family: string): string[] => ['EQ', 'GT', 'GTE', 'LT', 'LTE'].map((one) => `${family}_${one}`)

const constraint: fc.Arbitrary<UnleashConstraint> = fc.oneof(
  fc.record({
    contextName,
    operator: fc.constantFrom(
      'IN',
      'NOT_IN',
      'STR_STARTS_WITH',
      'STR_ENDS_WITH',
      'STR_CONTAINS',
      'IN_CIDR',
      'UNHEARD_OF',
    ),
    values,
    ...flags,
  }),
  withOne(relations('NUM'), ['1', '12', '12.5', 'x', '']),
  withOne(relations('SEMVER'), ['1.2.3', 'v1.2.3', '1.2.3-rc.1', '1.2']),
  withOne(['DATE_AFTER', 'DATE_BEFORE'], ['2020-01-01T00:00:00Z', '2030-01-01', 'x']),
  withOne(['REGEX'], ['^a', 'b$', '(', '\\d+', '[[:alpha:]]']),
)

const variant: fc.Arbitrary<UnleashVariant> = fc.record({
  name: fc.constantFrom('v', 'w', 'V', 'ü', 'disabled'),
  weight: fc.integer({ min: 0, max: 40 }),
  stickiness: fc.constantFrom(undefined, ...stickiness),
  payload: fc.constantFrom(
    undefined,
    { type: 'string', value: 'x' },
    { type: 'number', value: '2' },
    { type: 'json', value: '{"a":1}' },
  ),
  overrides: fc.constantFrom(undefined, undefined, [{ contextName: 'userId', values: ['a', '1'] }]),
})
const variants = fc.array(variant, { maxLength: 3 })

const groupId = fc.constantFrom(undefined, 'group', 'grüppe')
const strategy: fc.Arbitrary<UnleashStrategy> = fc
  .record({
    name: fc.constantFrom(
      'default',
      'flexibleRollout',
      'flexibleRollout',
      'userWithId',
      'gradualRolloutUserId',
      'mine',
    ),
    other: fc.constantFrom('gradualRolloutSessionId', 'gradualRolloutRandom', 'remoteAddress', null, null),
    rollout: fc.constantFrom(...rollouts),
    stickiness: fc.constantFrom(undefined, ...stickiness),
    groupId,
    constraints: fc.array(constraint, { maxLength: 2 }),
    segments: fc.array(fc.constantFrom(1, 2, 404), { maxLength: 1 }),
    variants,
  })
  .map(({ name, other, rollout, stickiness: by, groupId: group, ...rest }) => ({
    name: other ?? name,
    parameters: {
      rollout,
      percentage: rollout,
      userIds: 'a, b ,1',
      IPs: '10.0.0.1, 192.168.0.0/16 , nonsense',
      ...(by === undefined ? {} : { stickiness: by }),
      ...(group === undefined ? {} : { groupId: group }),
    },
    ...rest,
  }))

const feature: fc.Arbitrary<UnleashFeature> = fc.record({
  name: fc.constant(''),
  enabled: fc.constantFrom(true, true, true, false),
  strategies: fc.array(strategy, { maxLength: 3 }),
  variants,
  dependencies: fc.array(
    fc.record({
      feature: fc.constantFrom(...names, 'gone'),
      enabled: fc.constantFrom(undefined, true, false),
      variants: fc.constantFrom(undefined, [], ['v'], ['disabled'], ['ü', 'w']),
    }),
    { maxLength: 1 },
  ),
})

/** Documents that combine all features: four features that may depend on each other, two segments. */
export const arbitraryConfig: fc.Arbitrary<UnleashConfig> = fc.record({
  features: fc
    .array(feature, { minLength: names.length, maxLength: names.length })
    .map((all) => all.map((one, i) => ({ ...one, name: names[i] ?? '' }))),
  segments: fc
    .array(fc.array(constraint, { maxLength: 2 }), { minLength: 2, maxLength: 2 })
    .map((all) => all.map((constraints, i) => ({ id: i + 1, constraints }))),
})
