import type { Json } from '../../../src/shared/schemas/keys.ts'
import { launchDarklyPayload } from '../../support/bundles.ts'

// Documents of the vendors with one flag each, and the tested value filled in.
export const clause = (attribute: string, op: string, values: Json[]): unknown =>
  launchDarklyPayload({
    flag: { fallthrough: { variation: 1 }, rules: [{ id: 'r', variation: 0, clauses: [{ attribute, op, values }] }] },
  })
export const feature = (constraint: object): unknown => ({
  version: 2,
  features: [
    { name: 'flag', type: 'release', enabled: true, strategies: [{ name: 'default', constraints: [constraint] }] },
  ],
})
export const addresses = (strategy: string, IPs: string): unknown => ({
  version: 2,
  features: [{ name: 'flag', type: 'release', enabled: true, strategies: [{ name: strategy, parameters: { IPs } }] }],
})
export const targeting = (expression: Json, more: object = {}): unknown => ({
  flags: {
    flag: {
      state: 'ENABLED',
      variants: { on: true, off: false },
      defaultVariant: 'off',
      targeting: expression,
      ...more,
    },
  },
})
export const allTags = targeting({ if: [{ all: [{ var: 'tags' }, { '==': [{ var: '' }, 'a'] }] }, 'on', 'off'] })
export const person = (property: object): unknown => ({
  flags: [{ key: 'flag', active: true, filters: { groups: [{ properties: [{ type: 'person', ...property }] }] } }],
})
export const rule = (rule: object, defaultValue: Json = 'default'): unknown => ({
  features: { flag: { defaultValue, rules: [rule] } },
})
export const statsig = (condition: object): unknown => ({
  ...{ has_updates: true, time: 1, dynamic_configs: [], layer_configs: [] },
  feature_gates: [
    {
      ...{ name: 'flag', type: 'feature_gate', entity: 'feature_gate', salt: 'salt', enabled: true, idType: 'userID' },
      defaultValue: false,
      rules: [
        {
          ...{ id: 'r', name: 'r', passPercentage: 100, salt: 'r', idType: 'userID', returnValue: true },
          conditions: [{ ...condition, idType: 'userID', additionalValues: {} }],
        },
      ],
    },
  ],
})
export const flagsmith = (conditions: object[], more: object = {}, type = 'ALL'): unknown => ({
  ...{ id: 1, api_key: 'env', name: 'Production', identity_overrides: [] },
  project: {
    ...{ id: 1, name: 'p', hide_disabled_flags: false },
    organisation: { id: 1, name: 'o', feature_analytics: false, stop_serving_flags: false, persist_trait_data: true },
    segments: [
      {
        ...{ id: 10, name: 'segment', rules: [{ type, conditions, rules: [] }] },
        feature_states: [state({ enabled: true })],
      },
    ],
  },
  feature_states: [state(more)],
})
const state = (more: object): object => ({
  feature: { id: 1, name: 'flag', type: 'STANDARD' },
  ...{ enabled: false, django_id: 1, featurestate_uuid: '00000000-0000-4000-8000-000000000001' },
  ...{ feature_state_value: null, multivariate_feature_state_values: [], ...more },
})
export const featurevisor = (traffic: object, more: object = {}): unknown => ({
  ...{ schemaVersion: '2', revision: '1' },
  segments: { austria: { key: 'austria', conditions: '[{"attribute":"country","operator":"equals","value":"AT"}]' } },
  features: {
    flag: {
      key: 'flag',
      bucketBy: 'userId',
      traffic: [{ key: '1', percentage: 100_000, allocation: [], ...traffic }],
      ...more,
    },
  },
})
