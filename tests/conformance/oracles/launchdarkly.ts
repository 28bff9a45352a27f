import { init, type LDContext } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { compileLaunchDarkly } from '../../../src/shared/vendors/launchdarkly/import/compile.ts'
import { LdConfig } from '../../../src/shared/vendors/launchdarkly/import/config.ts'
import { dates, numbers, pick, several, someNumber, someText, someUnit, someValue, versions } from './awkward.ts'
import { type Attributes, handed, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

const operators = [
  ...['in', 'startsWith', 'endsWith', 'contains', 'matches', 'lessThan', 'lessThanOrEqual', 'greaterThan'],
  ...[
    'greaterThanOrEqual',
    'before',
    'after',
    'semVerEqual',
    'semVerLessThan',
    'semVerGreaterThan',
    'segmentMatch',
    'new',
  ],
] as [string, ...string[]]

const attributes = ['plan', 'age', 'version', 'at', 'key', 'kind', 'anonymous', 'tags', 'name'] as [string, ...string[]]

const operand = (random: Random, operator: string): Json => {
  if (operator.startsWith('semVer')) return pick(random, versions as [string, ...string[]])
  if (operator === 'before' || operator === 'after')
    return chance(random, 0.85) ? pick(random, dates as [string, ...string[]]) : someValue(random)
  if (operator === 'matches') return pick(random, ['^a', 'a$', '(', 'A', '\\d+', 'pro|team', ''])
  if (operator === 'segmentMatch') return pick(random, ['s0', 's1', 'gone'])
  if (operator.includes('Than'))
    return chance(random, 0.8) ? someNumber(random) : pick(random, numbers as [string, ...string[]])
  return chance(random, 0.6) ? someText(random) : someValue(random)
}

const clause = (random: Random, segments: boolean): Json => {
  const operator = pick(random, operators)
  if (operator === 'segmentMatch' && !segments) return clause(random, segments)
  // The vendor's API writes empty strings into fields that no SDK reads.
  if (operator === 'segmentMatch' && chance(random, 0.5)) {
    const values = several(random, 3, () => operand(random, operator))
    return { attribute: '', contextKind: '', op: operator, values, negate: chance(random, 0.3) }
  }
  if (chance(random, 0.05)) {
    return { attribute: 'kind', contextKind: '', op: 'in', values: [pick(random, ['user', 'org'])], negate: false }
  }
  const reference = chance(random, 0.3)
  return {
    attribute: reference
      ? pick(random, ['/plan', '/deep/inner', 'plan', '/key', '/tags/0', '/a~1b'])
      : pick(random, attributes),
    ...(reference ? { contextKind: pick(random, ['user', 'org']) } : {}),
    op: operator,
    values: several(random, 3, () => operand(random, operator)),
    negate: chance(random, 0.3),
  }
}

const weights: readonly number[][] = [
  [50_000, 50_000, 0],
  [33_333, 33_333, 33_334],
  [0, 0, 100_000],
  [10, 10, 10],
]

const rollout = (random: Random): Json => ({
  ...(chance(random, 0.3) ? { kind: pick(random, ['experiment', 'rollout']) } : {}),
  ...(chance(random, 0.3) ? { contextKind: pick(random, ['user', 'org']) } : {}),
  ...(chance(random, 0.3) ? { bucketBy: pick(random, ['plan', 'age', 'key', '/deep/inner']) } : {}),
  ...(chance(random, 0.3) ? { seed: pick(random, [61, 1, 0]) } : {}),
  variations: (weights[Math.floor(random() * weights.length)] ?? []).map((weight, variation) => ({
    variation,
    weight,
    ...(chance(random, 0.1) ? { untracked: true } : {}),
  })),
})

const serving = (random: Random): { [key: string]: Json } =>
  chance(random, 0.6)
    ? {
        variation: Math.floor(random() * 3),
        ...(chance(random, 0.1) ? { rollout: { contextKind: '', bucketBy: '', variations: [] } } : {}),
      }
    : { rollout: rollout(random) }

const makers: readonly ((random: Random, at: number) => Json)[] = [
  (_, at) => at === 0,
  (_, at) => `value-${at}`,
  (_, at) => at * 1.5,
  (_, at) => ({ at }),
]

const flag = (random: Random, key: string, others: readonly string[]): { [key: string]: Json } => {
  const make = makers[Math.floor(random() * makers.length)] ?? makers[0]
  return {
    ...{ key, version: 1, on: chance(random, 0.9), salt: pick(random, ['salt', '', 'other']), offVariation: 0 },
    variations: [0, 1, 2].map((at) => make?.(random, at) ?? null),
    fallthrough: serving(random),
    targets: several(random, 2, () => ({
      variation: Math.floor(random() * 3),
      values: several(random, 2, () => someUnit(random)),
    })),
    contextTargets: chance(random, 0.2)
      ? [
          { contextKind: 'org', variation: 1, values: ['org-1'] },
          { contextKind: 'user', variation: 2, values: [] },
        ]
      : [],
    rules: several(random, 3, () => ({
      id: chance(random, 0.9) ? `rule-${Math.floor(random() * 1e6)}` : 'x'.repeat(90),
      clauses: several(random, 2, () => clause(random, true)),
      ...serving(random),
    })),
    // Any earlier flag, and sometimes the flag itself.
    prerequisites: chance(random, 0.3)
      ? several(random, 2, () => ({
          key: pick(random, [...others, 'gone', ...(chance(random, 0.3) ? [key] : [])] as [string, ...string[]]),
          variation: Math.floor(random() * 3),
        }))
      : [],
  }
}

const segment = (random: Random, key: string): { [key: string]: Json } => ({
  ...{ key, version: 1, salt: 'segment-salt' },
  included: several(random, 2, () => someUnit(random)),
  excluded: several(random, 2, () => someUnit(random)),
  includedContexts: chance(random, 0.3) ? [{ contextKind: 'org', values: ['org-1'] }] : [],
  excludedContexts: chance(random, 0.2) ? [{ contextKind: '', values: [] }] : [],
  unboundedContextKind: chance(random, 0.2) ? '' : 'user',
  rules: several(random, 2, () => ({
    clauses: several(random, 2, () => clause(random, false)),
    ...(chance(random, 0.3)
      ? { weight: pick(random, [0, 30_000, 100_000]) }
      : chance(random, 0.3)
        ? { rolloutContextKind: '' }
        : {}),
    ...(chance(random, 0.2) ? { bucketBy: 'plan' } : {}),
  })),
})

const member = (random: Random, key: string): Attributes => ({
  key,
  ...Object.fromEntries(
    ['plan', 'age', 'tags', 'a/b'].filter(() => chance(random, 0.7)).map((name) => [name, someValue(random)]),
  ),
  ...(chance(random, 0.4) ? { deep: { inner: someValue(random) } } : {}),
  ...(chance(random, 0.6)
    ? { version: chance(random, 0.8) ? pick(random, versions as [string, ...string[]]) : someValue(random) }
    : {}),
  ...(chance(random, 0.6)
    ? { at: chance(random, 0.8) ? pick(random, dates as [string, ...string[]]) : someValue(random) }
    : {}),
  ...(chance(random, 0.2) ? { anonymous: chance(random, 0.5) } : {}),
})

const attributesOf = (random: Random): Attributes => {
  const user = member(random, someUnit(random) || 'user')
  if (chance(random, 0.7)) return { kind: 'user', ...user }
  const org = member(random, pick(random, ['org-1', 'org-2']))
  return chance(random, 0.5) ? { kind: 'org', ...org } : { kind: 'multi', user, org }
}

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

/** Payloads in the format that the SDK downloads, passed in as its test data. */
export const launchDarkly: Oracle = {
  vendor: 'LaunchDarkly',
  sdk: '@launchdarkly/node-server-sdk 9.13.7',
  round: async (random, count, alter): Promise<Round> => {
    const all: Record<string, { [key: string]: Json }> = {}
    for (let i = 0; i < 4; i += 1) all[`flag ${i}`] = flag(random, `flag ${i}`, Object.keys(all))
    const made = sentAs({ flags: all, segments: { s0: segment(random, 's0'), s1: segment(random, 's1') } }, alter)
    const imported = compileLaunchDarkly(readAs(LdConfig, made))
    const { flags, segments } = made
    const data = new TestData()
    // Each item is stored under its own key and name.
    await handed(async () => {
      for (const [key, one] of Object.entries(flags)) await data.usePreconfiguredFlag({ ...one, key, version: 1 })
      for (const [key, one] of Object.entries(segments)) await data.usePreconfiguredSegment({ ...one, key, version: 1 })
    })
    const sdk = init('sdk-oracle', { updateProcessor: data.getFactory(), sendEvents: false, logger: silent })
    await sdk.waitForInitialization({ timeout: 5 })
    return {
      document: made,
      imported,
      flags: Object.keys(flags),
      nowMs: 0,
      contexts: Array.from({ length: count }, () => attributesOf(random)),
      contextOf: (context) => context,
      theirs: async (key, context) => {
        const asked = sdk.variationDetail(key, context as unknown as LDContext, null)
        const answer = await asked.catch(() => null)
        if (answer === null) return 'it fails'
        const { value, reason } = answer
        return [
          (value as Json | undefined) ?? null,
          reason.kind === 'ERROR' ? 'ERROR' : null,
          reason.inExperiment === true,
        ]
      },
      ours: ({ value, errorCode, inExperiment }) => [value ?? null, errorCode === null ? null : 'ERROR', inExperiment],
      end: () => sdk.close(),
    }
  },
}
