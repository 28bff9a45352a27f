import type { Outcome } from '../../../src/shared/engine/outcome.ts'
import type { ImportOptions, Vendor } from '../../../src/shared/features/imports/schemas/import.ts'
import type { Context } from '../../../src/shared/schemas/context.ts'
import {
  addresses,
  allTags,
  clause,
  feature,
  featurevisor,
  flagsmith,
  person,
  rule,
  statsig,
  targeting,
} from './documents.ts'

export type Row = {
  of: Vendor
  what: string
  document: unknown
  context: Context
  answers: Partial<Outcome>
  flag?: string
  options?: ImportOptions
  /** The preview's sentence about engines that differ. Absent if it is known which one served. */
  said?: string
}

/** One row each: the vendor's document, the context, and the answer of the vendor's SDK. */
export const rows: readonly Row[] = [
  // Network ranges: Unleash's SDKs distinguish IPv6 from IPv4 addresses, whatever the notation.
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
  // Versions with surrounding spaces, or with numbers beyond 2⁵³.
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
    document: allTags,
    ...{ context: { targetingKey: 'a', tags: [] }, answers: { variant: 'off' } },
  },
  {
    ...{ of: 'flagd', what: 'all of a list that is missing, which its engines differ about' },
    document: allTags,
    ...{ context: { targetingKey: 'a' }, answers: { variant: 'off' }, said: 'to flagd’s SDK for JavaScript' },
  },
  {
    ...{ of: 'flagd', what: 'all of a list that is missing, to the SDK for JavaScript', document: allTags },
    ...{ options: { sdk: 'javascript' }, context: { targetingKey: 'a' }, answers: { variant: 'on' } },
  },
  {
    ...{ of: 'flagd', what: 'all of an empty list, to the SDK for JavaScript', document: allTags },
    ...{ options: { sdk: 'javascript' }, context: { targetingKey: 'a', tags: [] }, answers: { variant: 'off' } },
  },
  {
    ...{ of: 'flagd', what: 'all of an empty list before April 2026, to the other SDKs', document: allTags },
    ...{ options: { generation: 'v1', sdk: 'other' }, context: { targetingKey: 'a', tags: [] } },
    answers: { variant: 'off' },
  },
  ...(['v1', 'v2'] as const).map(
    (generation): Row => ({
      ...{ of: 'flagd', what: `an empty text in an empty text, ${generation}`, options: { generation } },
      document: targeting({ if: [{ in: [{ var: 'gone' }, { var: 'note' }] }, 'on', 'off'] }),
      ...{ context: { targetingKey: 'a', gone: '', note: '' }, answers: { variant: 'off' } },
    }),
  ),
  // PostHog with server-side evaluation.
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
  {
    ...{ of: 'flagsmith', what: 'an empty trait in a list that is null: nobody' },
    document: flagsmith([{ operator: 'IN', property_: 'version', value: null }]),
    ...{ context: { targetingKey: 'a', version: '' }, answers: { value: false } },
  },
  // Statsig
  {
    ...{ of: 'statsig', what: 'a pattern that is not there: everybody' },
    document: statsig({ type: 'user_field', field: 'plan', operator: 'str_matches' }),
    ...{ context: { targetingKey: 'a', plan: 'pro' }, answers: { value: true } },
  },
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
