import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/shared/engine/outcome.ts'
import { askImported } from '../../src/shared/importers/ask-imported.ts'
import type { Imported } from '../../src/shared/importers/imported.ts'
import { vendors } from '../../src/shared/importers/vendors.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { ImportOptions, Vendor } from '../../src/shared/schemas/import.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { launchDarklyPayload } from '../support/bundles.ts'
import { targeting } from './awkward/documents.ts'
import { rows } from './awkward/rows.ts'

/*
 * What awkward values once became without a word, one row each: the vendor's document, who asks, and what the vendor's
 * SDK answers. Those that are answered otherwise, or not at all, are said.
 */

const nowMs = Date.parse('2026-06-01T00:00:00Z')

const imported = (vendor: Vendor, document: unknown, options: ImportOptions = {}): Imported => {
  const [environment] = vendors[vendor].assemble([{ name: 'a.json', value: document }], options, nowMs).environments
  if (environment === undefined) throw new Error('no environment')
  return environment.compile({})
}

const asked = async (one: Imported, flag: string, context: Context): Promise<Outcome> =>
  (await askImported(one, nowMs))(flag, context)

<<<<<<< HEAD
||||||| d926beb0
const clause = (attribute: string, op: string, values: Json[]): unknown =>
  launchDarklyPayload({
    flag: { fallthrough: { variation: 1 }, rules: [{ id: 'r', variation: 0, clauses: [{ attribute, op, values }] }] },
  })
const feature = (constraint: object): unknown => ({
  version: 2,
  features: [
    { name: 'flag', type: 'release', enabled: true, strategies: [{ name: 'default', constraints: [constraint] }] },
  ],
})
const addresses = (strategy: string, IPs: string): unknown => ({
  version: 2,
  features: [{ name: 'flag', type: 'release', enabled: true, strategies: [{ name: strategy, parameters: { IPs } }] }],
})
const targeting = (expression: Json, more: object = {}): unknown => ({
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
const person = (property: object): unknown => ({
  flags: [{ key: 'flag', active: true, filters: { groups: [{ properties: [{ type: 'person', ...property }] }] } }],
})
const rule = (rule: object, defaultValue: Json = 'default'): unknown => ({
  features: { flag: { defaultValue, rules: [rule] } },
})
const flagsmith = (conditions: object[], more: object = {}, type = 'ALL'): unknown => ({
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
const featurevisor = (traffic: object, more: object = {}): unknown => ({
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

type Row = {
  of: Vendor
  what: string
  document: unknown
  context: Context
  answers: Partial<Outcome>
  flag?: string
  options?: ImportOptions
}

const rows: readonly Row[] = [
  // network ranges: Unleash's SDKs tell an address of IPv6 from one of IPv4, however it is written
  {
    ...{ of: 'unleash', what: 'a mapped address in a range of IPv4, IN_CIDR' },
    document: feature({ contextName: 'ip', operator: 'IN_CIDR', values: ['10.0.0.0/8'] }),
    ...{ context: { properties: { ip: '::ffff:10.0.0.1' } }, answers: { enabled: false } },
  },
  {
    ...{ of: 'unleash', what: 'a mapped address in a mapped range, IN_CIDR' },
    document: feature({ contextName: 'ip', operator: 'IN_CIDR', values: ['::ffff:10.0.0.0/104'] }),
    ...{ context: { properties: { ip: '::ffff:10.0.0.1' } }, answers: { enabled: true } },
  },
  {
    ...{ of: 'unleash', what: 'a mapped address in a range of IPv4, remoteAddress' },
    document: addresses('remoteAddress', '10.0.0.0/8'),
    ...{ context: { remoteAddress: '::ffff:10.0.0.1' }, answers: { enabled: false } },
  },
  {
    ...{ of: 'unleash', what: 'a mapped address that is listed as it is, remoteAddress' },
    document: addresses('remoteAddress', '10.0.0.0/8, ::ffff:10.0.0.1'),
    ...{ context: { remoteAddress: '::ffff:10.0.0.1' }, answers: { enabled: true } },
  },
  // versions with spaces around them, or of numbers beyond 2⁵³
  {
    ...{ of: 'launchdarkly', what: 'a version with spaces' },
    document: clause('version', 'semVerEqual', ['1.2.3']),
    ...{ context: { targetingKey: 'a', version: ' 1.2.3 ' }, answers: { value: true } },
  },
  {
    ...{ of: 'launchdarkly', what: 'a version beyond 2⁵³' },
    document: clause('version', 'semVerGreaterThan', ['1.0.0']),
    ...{ context: { targetingKey: 'a', version: '9007199254740993.0.0' }, answers: { value: false } },
  },
  // dates
  {
    ...{ of: 'launchdarkly', what: 'a date with a space' },
    document: clause('at', 'before', ['2030-01-01T00:00:00Z']),
    ...{ context: { targetingKey: 'a', at: '2026-01-01 00:00:00' }, answers: { value: false } },
  },
  {
    ...{ of: 'launchdarkly', what: 'a date with -0700' },
    document: clause('at', 'before', ['2030-01-01T00:00:00Z']),
    ...{ context: { targetingKey: 'a', at: '2026-01-01T00:00:00-0700' }, answers: { value: true } },
  },
  {
    ...{ of: 'launchdarkly', what: 'the short form, flagValues' },
    ...{ document: { flagValues: { flag: 'blue' } }, context: { targetingKey: 'a' }, answers: { value: 'blue' } },
  },
  // GrowthBook
  {
    ...{ of: 'growthbook', what: 'more ranges than variations' },
    document: rule({
      variations: ['a'],
      ranges: [
        [0, 0.5],
        [0.5, 1],
      ],
      hashAttribute: 'id',
      hashVersion: 2,
      key: 'k',
    }),
    ...{ context: { id: 'user' }, answers: { value: 'default' } },
  },
  {
    ...{ of: 'growthbook', what: 'a path that ends in .length' },
    document: rule({ condition: { 'tags.length': { $gt: 1 } }, force: 'many' }),
    ...{ context: { id: 'user', tags: ['a', 'b'] }, answers: { value: 'many' } },
  },
  {
    ...{ of: 'growthbook', what: 'who is in an experiment' },
    document: rule({ variations: ['a', 'b'], weights: [1, 0], hashAttribute: 'id', key: 'k' }),
    ...{ context: { id: 'user' }, answers: { value: 'a', inExperiment: true } },
  },
  // flagd
  {
    ...{ of: 'flagd', what: '^1 of the number 1.2', options: { generation: 'v2' } },
    document: targeting({ if: [{ sem_ver: [{ var: 'version' }, '^', '1'] }, 'on', 'off'] }),
    ...{ context: { targetingKey: 'a', version: 1.2 }, answers: { variant: 'on' } },
  },
  {
    ...{ of: 'flagd', what: 'a reference to nothing', document: targeting({ if: [{ $ref: 'gone' }, 'on', 'off'] }) },
    ...{ context: { targetingKey: 'a' }, answers: { errorCode: 'PARSE_ERROR' } },
  },
  {
    ...{ of: 'flagd', what: 'all of an empty list' },
    document: targeting({ if: [{ all: [{ var: 'tags' }, { '==': [{ var: '' }, 'a'] }] }, 'on', 'off'] }),
    ...{ context: { targetingKey: 'a', tags: [] }, answers: { variant: 'off' } },
  },
  // PostHog, as its server evaluates
  {
    ...{ of: 'posthog', what: 'a pre-release before its release' },
    document: person({ key: 'version', operator: 'semver_lt', value: '2.0.0' }),
    ...{ context: { targetingKey: 'a', version: '2.0.0-beta.1' }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'a tilde of one number' },
    document: person({ key: 'version', operator: 'semver_tilde', value: '1' }),
    ...{ context: { targetingKey: 'a', version: '1.5.0' }, answers: { enabled: false } },
  },
  {
    ...{ of: 'posthog', what: 'a tilde of one number, evaluated by SDKs', options: { evaluator: 'local' } },
    document: person({ key: 'version', operator: 'semver_tilde', value: '1' }),
    ...{ context: { targetingKey: 'a', version: '1.5.0' }, answers: { enabled: false } },
  },
  {
    ...{ of: 'posthog', what: 'a number for a version' },
    document: person({ key: 'version', operator: 'semver_gte', value: '3' }),
    ...{ context: { targetingKey: 'a', version: 3.08 }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'between' },
    document: person({ key: 'age', operator: 'between', value: [1, 5] }),
    ...{ context: { targetingKey: 'a', age: '3' }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'icontains_multi' },
    document: person({ key: 'name', operator: 'icontains_multi', value: ['x', 'LO'] }),
    ...{ context: { targetingKey: 'a', name: 'hello' }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'exactly false of any text' },
    document: person({ key: 'name', operator: 'exact', value: 'false' }),
    ...{ context: { targetingKey: 'a', name: 'hello' }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'who asks, as a property' },
    document: person({ key: 'distinct_id', operator: 'exact', value: 'me' }),
    ...{ context: { targetingKey: 'me' }, answers: { enabled: true } },
  },
  // Flagsmith
  {
    ...{ of: 'flagsmith', what: 'enabled without a value' },
    ...{ document: flagsmith([], { enabled: true }), context: { targetingKey: 'a' }, answers: { value: true } },
  },
  {
    ...{ of: 'flagsmith', what: 'disabled with a value: the value' },
    document: flagsmith([{ operator: 'EQUAL', property_: 'plan', value: 'x' }], { feature_state_value: 'blue' }),
    ...{ context: { targetingKey: 'a' }, answers: { value: 'blue' } },
  },
  {
    ...{ of: 'flagsmith', what: 'disabled with a value: whether it is enabled', flag: 'flag.enabled' },
    document: flagsmith([{ operator: 'EQUAL', property_: 'plan', value: 'x' }], { feature_state_value: 'blue' }),
    ...{ context: { targetingKey: 'a' }, answers: { value: false } },
  },
  {
    ...{ of: 'flagsmith', what: 'none of a list without an identity' },
    document: flagsmith([{ operator: 'EQUAL', property_: 'plan', value: 'x' }], {}, 'NONE'),
    ...{ context: {}, answers: { value: false } },
  },
  {
    ...{ of: 'flagsmith', what: 'a trait with a space' },
    document: flagsmith([{ operator: 'EQUAL', property_: 'first name', value: 'Ada' }]),
    ...{ context: { targetingKey: 'a', 'first name': 'Ada' }, answers: { value: true } },
  },
  {
    ...{ of: 'flagsmith', what: '$.identity.key' },
    document: flagsmith([{ operator: 'EQUAL', property_: '$.identity.key', value: 'env_a' }]),
    ...{ context: { targetingKey: 'a' }, answers: { value: true } },
  },
  {
    ...{ of: 'flagsmith', what: 'a version that is not equal' },
    document: flagsmith([{ operator: 'NOT_EQUAL', property_: 'version', value: '1.0.0:semver' }]),
    ...{ context: { targetingKey: 'a', version: '1.0.1' }, answers: { value: true } },
  },
  // Featurevisor
  {
    ...{ of: 'featurevisor', what: 'segments and conditions that are text' },
    document: featurevisor({ segments: '["austria"]' }),
    ...{ context: { userId: 'a', country: 'AT' }, answers: { value: true } },
  },
  {
    ...{ of: 'featurevisor', what: 'a variable of the schema', flag: 'flag.limit', options: { major: 2 } },
    document: featurevisor(
      { segments: '*' },
      { variablesSchema: { limit: { key: 'limit', type: 'integer', defaultValue: 7 } } },
    ),
    ...{ context: { userId: 'a', country: 'AT' }, answers: { value: 7 } },
  },
]

=======
const clause = (attribute: string, op: string, values: Json[]): unknown =>
  launchDarklyPayload({
    flag: { fallthrough: { variation: 1 }, rules: [{ id: 'r', variation: 0, clauses: [{ attribute, op, values }] }] },
  })
const feature = (constraint: object): unknown => ({
  version: 2,
  features: [
    { name: 'flag', type: 'release', enabled: true, strategies: [{ name: 'default', constraints: [constraint] }] },
  ],
})
const addresses = (strategy: string, IPs: string): unknown => ({
  version: 2,
  features: [{ name: 'flag', type: 'release', enabled: true, strategies: [{ name: strategy, parameters: { IPs } }] }],
})
const targeting = (expression: Json, more: object = {}): unknown => ({
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
const person = (property: object): unknown => ({
  flags: [{ key: 'flag', active: true, filters: { groups: [{ properties: [{ type: 'person', ...property }] }] } }],
})
const rule = (rule: object, defaultValue: Json = 'default'): unknown => ({
  features: { flag: { defaultValue, rules: [rule] } },
})
const statsig = (condition: object): unknown => ({
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
const flagsmith = (conditions: object[], more: object = {}, type = 'ALL'): unknown => ({
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
const featurevisor = (traffic: object, more: object = {}): unknown => ({
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

type Row = {
  of: Vendor
  what: string
  document: unknown
  context: Context
  answers: Partial<Outcome>
  flag?: string
  options?: ImportOptions
}

const rows: readonly Row[] = [
  // network ranges: Unleash's SDKs tell an address of IPv6 from one of IPv4, however it is written
  {
    ...{ of: 'unleash', what: 'a mapped address in a range of IPv4, IN_CIDR' },
    document: feature({ contextName: 'ip', operator: 'IN_CIDR', values: ['10.0.0.0/8'] }),
    ...{ context: { properties: { ip: '::ffff:10.0.0.1' } }, answers: { enabled: false } },
  },
  {
    ...{ of: 'unleash', what: 'a mapped address in a mapped range, IN_CIDR' },
    document: feature({ contextName: 'ip', operator: 'IN_CIDR', values: ['::ffff:10.0.0.0/104'] }),
    ...{ context: { properties: { ip: '::ffff:10.0.0.1' } }, answers: { enabled: true } },
  },
  {
    ...{ of: 'unleash', what: 'a mapped address in a range of IPv4, remoteAddress' },
    document: addresses('remoteAddress', '10.0.0.0/8'),
    ...{ context: { remoteAddress: '::ffff:10.0.0.1' }, answers: { enabled: false } },
  },
  {
    ...{ of: 'unleash', what: 'a mapped address that is listed as it is, remoteAddress' },
    document: addresses('remoteAddress', '10.0.0.0/8, ::ffff:10.0.0.1'),
    ...{ context: { remoteAddress: '::ffff:10.0.0.1' }, answers: { enabled: true } },
  },
  {
    ...{ of: 'unleash', what: 'an address with its interface, IN_CIDR' },
    document: feature({ contextName: 'ip', operator: 'IN_CIDR', values: ['fe80::/10'] }),
    ...{ context: { properties: { ip: 'fe80::1%eth0' } }, answers: { enabled: true } },
  },
  {
    ...{ of: 'unleash', what: 'a network in a wider one, IN_CIDR' },
    document: feature({ contextName: 'ip', operator: 'IN_CIDR', values: ['10.0.0.0/8'] }),
    ...{ context: { properties: { ip: '10.1.0.0/16' } }, answers: { enabled: true } },
  },
  {
    ...{ of: 'unleash', what: 'a network in a narrower one, IN_CIDR' },
    document: feature({ contextName: 'ip', operator: 'IN_CIDR', values: ['10.0.0.0/16'] }),
    ...{ context: { properties: { ip: '10.0.0.1/8' } }, answers: { enabled: false } },
  },
  // versions with spaces around them, or of numbers beyond 2⁵³
  {
    ...{ of: 'launchdarkly', what: 'a version with spaces' },
    document: clause('version', 'semVerEqual', ['1.2.3']),
    ...{ context: { targetingKey: 'a', version: ' 1.2.3 ' }, answers: { value: true } },
  },
  {
    ...{ of: 'launchdarkly', what: 'a version beyond 2⁵³' },
    document: clause('version', 'semVerGreaterThan', ['1.0.0']),
    ...{ context: { targetingKey: 'a', version: '9007199254740993.0.0' }, answers: { value: false } },
  },
  // dates
  {
    ...{ of: 'launchdarkly', what: 'a date with a space' },
    document: clause('at', 'before', ['2030-01-01T00:00:00Z']),
    ...{ context: { targetingKey: 'a', at: '2026-01-01 00:00:00' }, answers: { value: false } },
  },
  {
    ...{ of: 'launchdarkly', what: 'a date with -0700' },
    document: clause('at', 'before', ['2030-01-01T00:00:00Z']),
    ...{ context: { targetingKey: 'a', at: '2026-01-01T00:00:00-0700' }, answers: { value: true } },
  },
  {
    ...{ of: 'launchdarkly', what: 'the short form, flagValues' },
    ...{ document: { flagValues: { flag: 'blue' } }, context: { targetingKey: 'a' }, answers: { value: 'blue' } },
  },
  // GrowthBook
  {
    ...{ of: 'growthbook', what: 'more ranges than variations' },
    document: rule({
      variations: ['a'],
      ranges: [
        [0, 0.5],
        [0.5, 1],
      ],
      hashAttribute: 'id',
      hashVersion: 2,
      key: 'k',
    }),
    ...{ context: { id: 'user' }, answers: { value: 'default' } },
  },
  {
    ...{ of: 'growthbook', what: 'a path that ends in .length' },
    document: rule({ condition: { 'tags.length': { $gt: 1 } }, force: 'many' }),
    ...{ context: { id: 'user', tags: ['a', 'b'] }, answers: { value: 'many' } },
  },
  {
    ...{ of: 'growthbook', what: 'who is in an experiment' },
    document: rule({ variations: ['a', 'b'], weights: [1, 0], hashAttribute: 'id', key: 'k' }),
    ...{ context: { id: 'user' }, answers: { value: 'a', inExperiment: true } },
  },
  {
    ...{ of: 'growthbook', what: 'all of a list, a boolean, letters as they come' },
    document: rule({ condition: { tags: { $alli: [true, 'A'] } }, force: 'all' }),
    ...{ context: { id: 'user', tags: ['a', 'b'] }, answers: { value: 'all' } },
  },
  // flagd
  {
    ...{ of: 'flagd', what: 'a division by 0 that nobody comes to' },
    document: targeting({ if: [false, { '/': [{ var: 'age' }, 0] }, 'on'] }),
    ...{ context: { targetingKey: 'a', age: 5 }, answers: { errorCode: 'PARSE_ERROR' } },
  },
  {
    ...{ of: 'flagd', what: 'a sum with what is no number' },
    document: targeting({ '+': [{ var: 'age' }, 'abc'] }),
    ...{ context: { targetingKey: 'a', age: 5 }, answers: { errorCode: 'PARSE_ERROR' } },
  },
  {
    ...{ of: 'flagd', what: '^1 of the number 1.2', options: { generation: 'v2' } },
    document: targeting({ if: [{ sem_ver: [{ var: 'version' }, '^', '1'] }, 'on', 'off'] }),
    ...{ context: { targetingKey: 'a', version: 1.2 }, answers: { variant: 'on' } },
  },
  {
    ...{ of: 'flagd', what: 'a reference to nothing', document: targeting({ if: [{ $ref: 'gone' }, 'on', 'off'] }) },
    ...{ context: { targetingKey: 'a' }, answers: { errorCode: 'PARSE_ERROR' } },
  },
  {
    ...{ of: 'flagd', what: 'all of an empty list' },
    document: targeting({ if: [{ all: [{ var: 'tags' }, { '==': [{ var: '' }, 'a'] }] }, 'on', 'off'] }),
    ...{ context: { targetingKey: 'a', tags: [] }, answers: { variant: 'off' } },
  },
  // PostHog, as its server evaluates
  {
    ...{ of: 'posthog', what: 'a pre-release before its release' },
    document: person({ key: 'version', operator: 'semver_lt', value: '2.0.0' }),
    ...{ context: { targetingKey: 'a', version: '2.0.0-beta.1' }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'a tilde of one number' },
    document: person({ key: 'version', operator: 'semver_tilde', value: '1' }),
    ...{ context: { targetingKey: 'a', version: '1.5.0' }, answers: { enabled: false } },
  },
  {
    ...{ of: 'posthog', what: 'a tilde of one number, evaluated by SDKs', options: { evaluator: 'local' } },
    document: person({ key: 'version', operator: 'semver_tilde', value: '1' }),
    ...{ context: { targetingKey: 'a', version: '1.5.0' }, answers: { enabled: false } },
  },
  {
    ...{ of: 'posthog', what: 'a number for a version' },
    document: person({ key: 'version', operator: 'semver_gte', value: '3' }),
    ...{ context: { targetingKey: 'a', version: 3.08 }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'between' },
    document: person({ key: 'age', operator: 'between', value: [1, 5] }),
    ...{ context: { targetingKey: 'a', age: '3' }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'icontains_multi' },
    document: person({ key: 'name', operator: 'icontains_multi', value: ['x', 'LO'] }),
    ...{ context: { targetingKey: 'a', name: 'hello' }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'exactly false of any text' },
    document: person({ key: 'name', operator: 'exact', value: 'false' }),
    ...{ context: { targetingKey: 'a', name: 'hello' }, answers: { enabled: true } },
  },
  {
    ...{ of: 'posthog', what: 'who asks, as a property' },
    document: person({ key: 'distinct_id', operator: 'exact', value: 'me' }),
    ...{ context: { targetingKey: 'me' }, answers: { enabled: true } },
  },
  // Flagsmith
  {
    ...{ of: 'flagsmith', what: 'enabled without a value' },
    ...{ document: flagsmith([], { enabled: true }), context: { targetingKey: 'a' }, answers: { value: true } },
  },
  {
    ...{ of: 'flagsmith', what: 'disabled with a value: the value' },
    document: flagsmith([{ operator: 'EQUAL', property_: 'plan', value: 'x' }], { feature_state_value: 'blue' }),
    ...{ context: { targetingKey: 'a' }, answers: { value: 'blue' } },
  },
  {
    ...{ of: 'flagsmith', what: 'disabled with a value: whether it is enabled', flag: 'flag.enabled' },
    document: flagsmith([{ operator: 'EQUAL', property_: 'plan', value: 'x' }], { feature_state_value: 'blue' }),
    ...{ context: { targetingKey: 'a' }, answers: { value: false } },
  },
  {
    ...{ of: 'flagsmith', what: 'none of a list without an identity' },
    document: flagsmith([{ operator: 'EQUAL', property_: 'plan', value: 'x' }], {}, 'NONE'),
    ...{ context: {}, answers: { value: false } },
  },
  {
    ...{ of: 'flagsmith', what: 'a trait with a space' },
    document: flagsmith([{ operator: 'EQUAL', property_: 'first name', value: 'Ada' }]),
    ...{ context: { targetingKey: 'a', 'first name': 'Ada' }, answers: { value: true } },
  },
  {
    ...{ of: 'flagsmith', what: '$.identity.key' },
    document: flagsmith([{ operator: 'EQUAL', property_: '$.identity.key', value: 'env_a' }]),
    ...{ context: { targetingKey: 'a' }, answers: { value: true } },
  },
  {
    ...{ of: 'flagsmith', what: 'a version that is not equal' },
    document: flagsmith([{ operator: 'NOT_EQUAL', property_: 'version', value: '1.0.0:semver' }]),
    ...{ context: { targetingKey: 'a', version: '1.0.1' }, answers: { value: true } },
  },
  {
    ...{ of: 'flagsmith', what: 'a path to a trait that is a list: not there' },
    document: flagsmith([{ operator: 'IS_NOT_SET', property_: '$.identity.traits["plan"]', value: '' }]),
    ...{ context: { targetingKey: 'a', plan: ['a'] }, answers: { value: true } },
  },
  // Statsig
  {
    ...{ of: 'statsig', what: 'null for what a user agent does not say' },
    document: statsig({ type: 'ua_based', field: 'plan', operator: 'str_matches', targetValue: '^null$' }),
    ...{ context: { targetingKey: 'a' }, answers: { value: true } },
  },
  {
    ...{ of: 'statsig', what: 'nothing for a field that is not there' },
    document: statsig({ type: 'user_field', field: 'plan', operator: 'str_matches', targetValue: '^undefined$' }),
    ...{ context: { targetingKey: 'a' }, answers: { value: true } },
  },
  // Featurevisor
  {
    ...{ of: 'featurevisor', what: 'segments and conditions that are text' },
    document: featurevisor({ segments: '["austria"]' }),
    ...{ context: { userId: 'a', country: 'AT' }, answers: { value: true } },
  },
  {
    ...{ of: 'featurevisor', what: 'a variable of the schema', flag: 'flag.limit', options: { major: 2 } },
    document: featurevisor(
      { segments: '*' },
      { variablesSchema: { limit: { key: 'limit', type: 'integer', defaultValue: 7 } } },
    ),
    ...{ context: { userId: 'a', country: 'AT' }, answers: { value: 7 } },
  },
]

>>>>>>> fuzz
describe('awkward values', () => {
  it.each(rows)('$of: $what', async ({ of, document, context, answers, flag = 'flag', options, said }) => {
    const one = imported(of, document, options)
    expect(one.findings.filter(({ severity }) => severity === 'block')).toEqual([])
    expect(await asked(one, flag, context)).toMatchObject(answers)
    const engines = one.findings.filter(({ message }) => message.includes('“all”')).map(({ message }) => message)
    if (options?.sdk !== undefined) expect(engines).toEqual([])
    if (said !== undefined) expect(engines.join()).toContain(said)
  })

  const variants = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, at]))
  const long = 'x'.repeat(40_000)
  it.each<[string, unknown]>([
    ['values of several types', targeting({}, { variants: { a: true, b: 'text' }, defaultVariant: 'a' })],
    ['a value of more than 32 KB', targeting({}, { variants: { a: long }, defaultVariant: 'a' })],
    ['more variants than a flag may have', targeting({}, { variants: variants(500), defaultVariant: 'v0' })],
  ])('%s are refused as a publish refuses them, with a way round', (_, document) => {
    const blocks = imported('flagd', document, { generation: 'v2' }).findings.filter(
      ({ severity }) => severity === 'block',
    )
    expect(blocks.map(({ message }) => message).join()).toMatch(
      /^It cannot be published as it is\. [A-Z].+; what can be is .+\. \S.+\.$/,
    )
    expect(blocks.map(({ message }) => message).join()).not.toMatch(/Invalid input|expected \w+, received/)
  })

  it.each<[string, Vendor, unknown]>([
    ['null alone', 'launchdarkly', launchDarklyPayload({ flag: { variations: [null, null] } })],
    ['over a hundred rules', 'launchdarkly', launchDarklyPayload({ flag: { rules: manyRules(150) } })],
    ['long ids of rules', 'launchdarkly', launchDarklyPayload({ flag: { rules: manyRules(1, 'r'.repeat(500)) } })],
  ])('%s come in', async (_, vendor, document) => {
    const one = imported(vendor, document)
    expect(one.findings.filter(({ severity }) => severity === 'block')).toEqual([])
    expect(await asked(one, 'flag', { targetingKey: 'a' })).toMatchObject({ errorCode: null })
  })

  it.each(['$elemMatch', '$or', '$and'])('a condition that its SDKs fail on is said: %s of null', (operator) => {
    const condition = operator === '$elemMatch' ? { tags: { [operator]: null } } : { [operator]: null }
    const { findings } = imported('growthbook', rule({ condition, force: 'x' }))
    expect(findings.map(({ severity, message }) => `${severity}: ${message}`).join()).toContain(
      `block: ${operator} of a condition is null: its SDKs fail on it`,
    )
  })

  it('says nothing of an ordinary rollout', () => {
    const rollout = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: 'flag' } }
    const document = { version: 2, features: [{ name: 'flag', type: 'release', enabled: true, strategies: [rollout] }] }
    expect(imported('unleash', document).findings).toEqual([])
  })
})

function manyRules(count: number, id = 'rule'): Json[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: count === 1 ? id : `${id}-${at}`, variation: 1 },
    clauses: [{ attribute: 'country', op: 'in', values: [`c${at}`] }],
  }))
}
