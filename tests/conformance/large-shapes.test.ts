import { describe, expect, it, vi } from 'vitest'
import { sdkOf } from '../../src/server/platform/threads/uploads/vendor-sdks/sdk-of.ts'
import type { ImportOptions } from '../../src/shared/features/imports/schemas/import.ts'
import { previewOf } from '../../src/shared/vendors/importing/preview.ts'

/*
 * Lists longer than a document's limits, in the shapes that vendors write: imported, and compared with the vendor's SDK
 * or its formula.
 */

vi.spyOn(console, 'warn').mockImplementation(() => {})

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const mail = (at: number) => `person-${at}@acme.example`

const flagsmith = (more: { rules?: object[]; overrides?: object[] }) => {
  const feature = { id: 1, name: 'greeting', type: 'STANDARD' }
  const state = (value: string | null, enabled: boolean) => ({
    ...{ feature, enabled, django_id: 1, featurestate_uuid: `state-${value}`, feature_state_value: value },
    multivariate_feature_state_values: [],
  })
  const segment = { id: 5, name: 'Partners', rules: more.rules ?? [], feature_states: [state('welcome', true)] }
  const organisation = {
    id: 1,
    name: 'Acme',
    feature_analytics: false,
    stop_serving_flags: false,
    persist_trait_data: true,
  }
  return {
    ...{ id: 1, name: 'production', api_key: 'env-key', updated_at: '2026-03-01T00:00:00Z' },
    project: { id: 1, name: 'shop', hide_disabled_flags: false, organisation, segments: more.rules ? [segment] : [] },
    feature_states: [state('hello', true)],
    identity_overrides: (more.overrides ?? []).map((_, at) => ({
      ...{ identifier: `person-${at}`, identity_uuid: `u-${at}`, created_date: '2026-03-01T00:00:00Z' },
      ...{
        environment_api_key: 'env-key',
        identity_traits: [],
        identity_features: [state(`hello ${at}`, at % 2 === 0)],
      },
    })),
  }
}

const statsigExperiment = (buckets: number[]) => {
  const base = { passPercentage: 100, salt: '', idType: 'userID' }
  const bucket = { type: 'user_bucket', operator: 'none', targetValue: buckets, field: null, isDeviceBased: false }
  const condition = { ...bucket, additionalValues: { salt: 'layer' }, idType: 'userID' }
  const everyone = { type: 'public', operator: null, targetValue: null, field: null, additionalValues: {} }
  const spec = { type: 'dynamic_config', salt: 'exp', enabled: true, entity: 'experiment', idType: 'userID' }
  return {
    ...{ has_updates: true, time: 1, feature_gates: [], layer_configs: [], layers: {} },
    dynamic_configs: [
      {
        ...{
          ...spec,
          name: 'colours',
          defaultValue: { colour: 'blue' },
          isActive: true,
          explicitParameters: ['colour'],
        },
        rules: [
          { ...base, name: 'layer', id: 'layer', returnValue: {}, conditions: [condition] },
          { ...base, name: 'test', id: 'test', returnValue: { colour: 'red' }, conditions: [everyone] },
        ],
      },
    ],
  }
}

const launchDarkly = (more: object) => ({
  flags: {
    greeting: {
      ...{ key: 'greeting', version: 1, on: true, salt: 's', offVariation: 0, fallthrough: { variation: 1 } },
      ...{ variations: ['a', 'b'], targets: [], rules: [], prerequisites: [], ...more },
    },
  },
  segments: {},
})

const shapes: readonly [string, unknown, ImportOptions?][] = [
  ['Statsig, buckets one after the other', statsigExperiment(many(250, (at) => at + 100))],
  ['Statsig, every other bucket', statsigExperiment(many(150, (at) => at * 2))],
  [
    'Flagsmith, conditions of a rule',
    flagsmith({
      rules: [
        {
          type: 'ALL',
          conditions: [],
          rules: [
            {
              type: 'ANY',
              rules: [],
              conditions: many(120, (at) => ({ operator: 'EQUAL', property_: 'email', value: mail(at) })),
            },
          ],
        },
      ],
    }),
    { engine: 'node' },
  ],
  ['Flagsmith, overrides of identities', flagsmith({ overrides: many(105, () => ({})) }), { engine: 'node' }],
  [
    'GO Feature Flag, a query',
    {
      greeting: {
        variations: { on: true, off: false },
        targeting: [{ query: many(120, (at) => `email eq "${mail(at)}"`).join(' or '), variation: 'on' }],
        defaultRule: { variation: 'off' },
      },
    },
  ],
  [
    'PostHog, groups',
    {
      flags: [
        {
          ...{ id: 1, key: 'greeting', name: '', active: true, deleted: false },
          filters: {
            groups: many(120, (at) => ({
              properties: [{ key: 'email', type: 'person', value: [mail(at)], operator: 'exact' }],
              rollout_percentage: 50 + (at % 50),
            })),
          },
        },
      ],
      group_type_mapping: {},
      cohorts: {},
    },
    { evaluator: 'local' },
  ],
  [
    'Unleash, strategies',
    {
      version: 2,
      features: [
        {
          ...{ name: 'greeting', type: 'release', enabled: true, variants: [] },
          strategies: many(120, (at) => ({
            name: 'flexibleRollout',
            parameters: { rollout: String(at % 100), stickiness: 'userId', groupId: `greeting-${at}` },
            constraints: [{ contextName: 'email', operator: 'IN', values: [mail(at)] }],
          })),
        },
      ],
    },
  ],
  [
    'GrowthBook, a condition',
    {
      features: {
        greeting: {
          defaultValue: 'a',
          rules: [{ condition: { $or: many(120, (at) => ({ email: mail(at) })) }, force: 'b' }],
        },
      },
    },
  ],
  [
    'GrowthBook, rules',
    {
      features: {
        greeting: {
          defaultValue: 'a',
          rules: many(150, (at) => ({
            condition: { email: mail(at) },
            force: 'b',
            coverage: 0.5,
            hashAttribute: 'id',
          })),
        },
      },
    },
  ],
  [
    'Flipt, constraints',
    {
      namespace: 'shop',
      flags: [
        {
          ...{ key: 'greeting', name: 'greeting', type: 'BOOLEAN_FLAG_TYPE', enabled: false },
          rollouts: [{ segment: { keys: ['partners'], operator: 'OR_SEGMENT_OPERATOR', value: true } }],
        },
      ],
      segments: [
        {
          ...{ key: 'partners', name: 'Partners', match_type: 'ANY_MATCH_TYPE' },
          constraints: many(120, (at) => ({
            ...{ type: 'STRING_COMPARISON_TYPE', property: 'email', operator: 'eq', value: mail(at) },
          })),
        },
      ],
    },
  ],
  [
    'LaunchDarkly, variations',
    launchDarkly({ variations: many(200, (at) => `text ${at}`), fallthrough: { variation: 150 } }),
  ],
  [
    'LaunchDarkly, rules',
    launchDarkly({
      rules: many(130, (at) => ({
        ...{ id: `rule-${at}`, clauses: [{ attribute: 'email', op: 'in', values: [mail(at)], negate: false }] },
        rollout: { variations: [40_000 + at, 60_000 - at].map((weight, variation) => ({ variation, weight })) },
      })),
    }),
  ],
]

describe('a file with long lists', () => {
  it.each(shapes)('of %s is imported whole', { timeout: 60_000 }, async (_, value, options = {}) => {
    const { summary, items } = await previewOf([{ name: 'a.production.json', value }], { options, sdkOf })
    expect(items.filter(({ item }) => item.verdict === 'left-out').map(({ item }) => item.why)).toEqual([])
    expect(items.filter(({ item }) => item.verdict === 'changed').map(({ item }) => item.why)).toEqual([])
    const [check] = summary.checks
    expect(check?.compared).toBeGreaterThan(3)
    expect(check?.different).toBe(0)
  })
})
