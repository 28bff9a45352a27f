import { createRequire } from 'node:module'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { compileSplit } from '../../../src/shared/vendors/split/import/compile.ts'
import { SplitConfig } from '../../../src/shared/vendors/split/import/config.ts'
import { numbers, pick, several, someNumber, someText, someUnit, someValue, versions, words } from './awkward.ts'
import { type Attributes, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

type Storage = {
  definitions: { get: (name: string) => unknown }
  segments: { isInSegment: (name: string, key: string) => boolean }
}
type Evaluate = (
  log: object,
  key: unknown,
  name: string,
  attributes: object,
  storage: Storage,
) => { treatment: string; config: Json }

// The evaluator shared by all of the vendor's JavaScript SDKs. Its package is CommonJS.
const { evaluateFeature } = createRequire(import.meta.url)('@splitsoftware/splitio-commons/cjs/evaluator') as {
  evaluateFeature: Evaluate
}
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

const attributes = ['plan', 'age', 'version', 'paid', 'since', 'tags'] as const
const asList = (list: readonly string[]) => list as [string, ...string[]]
const text = (random: Random): string => (chance(random, 0.5) ? pick(random, asList(words)) : someText(random))
const day = 86_400_000

const matcher = (random: Random, earlier: readonly string[]): Json => {
  const attribute = chance(random, 0.8) ? pick(random, attributes) : null
  const base = {
    negate: chance(random, 0.3),
    keySelector: chance(random, 0.9) ? { trafficType: 'user', attribute } : null,
  }
  const texts = () => several(random, 3, () => text(random))
  const kind = random()
  if (kind < 0.15) return { ...base, matcherType: 'ALL_KEYS' }
  if (kind < 0.2)
    return {
      ...base,
      matcherType: 'IN_SEGMENT',
      userDefinedSegmentMatcherData: { segmentName: pick(random, ['one', 'Two']) },
    }
  if (kind < 0.3) {
    const treatments = several(random, 2, () => pick(random, ['on', 'off', 'control', 'v1']))
    const split = pick(random, asList(['gone', ...earlier]))
    return {
      ...base,
      keySelector: null,
      matcherType: 'IN_SPLIT_TREATMENT',
      dependencyMatcherData: { split, treatments },
    }
  }
  if (kind < 0.5) {
    const matcherType = pick(random, ['WHITELIST', 'STARTS_WITH', 'ENDS_WITH', 'CONTAINS_STRING'])
    return { ...base, matcherType, whitelistMatcherData: { whitelist: texts() } }
  }
  if (kind < 0.6) {
    const matcherType = pick(random, ['CONTAINS_ANY_OF_SET', 'CONTAINS_ALL_OF_SET', 'PART_OF_SET', 'EQUAL_TO_SET'])
    return {
      ...base,
      matcherType,
      whitelistMatcherData: { whitelist: several(random, 3, () => pick(random, ['a', 'b', '1', 'true', ''])) },
    }
  }
  if (kind < 0.72) {
    const matcherType = pick(random, ['EQUAL_TO', 'GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN_OR_EQUAL_TO'])
    const isDate = chance(random, 0.4)
    const value = isDate
      ? Math.floor(random() * 4 * day)
      : chance(random, 0.5)
        ? Math.floor(random() * 10)
        : someNumber(random)
    return { ...base, matcherType, unaryNumericMatcherData: { dataType: isDate ? 'DATETIME' : 'NUMBER', value } }
  }
  if (kind < 0.76) {
    const isDate = chance(random, 0.4)
    const start = Math.floor(random() * (isDate ? 2 * day : 10))
    const betweenMatcherData = {
      dataType: isDate ? 'DATETIME' : 'NUMBER',
      start,
      end: start + Math.floor(random() * (isDate ? day : 10)),
    }
    return { ...base, matcherType: 'BETWEEN', betweenMatcherData }
  }
  if (kind < 0.82) return { ...base, matcherType: 'EQUAL_TO_BOOLEAN', booleanMatcherData: chance(random, 0.5) }
  if (kind < 0.88) {
    return {
      ...base,
      matcherType: 'MATCHES_STRING',
      stringMatcherData: pick(random, ['^a', 'a$', '(', '', '\\d+', 'pro|team', '[ab]']),
    }
  }
  const version = () => pick(random, asList(versions))
  if (kind < 0.96) {
    const matcherType = pick(random, [
      'EQUAL_TO_SEMVER',
      'GREATER_THAN_OR_EQUAL_TO_SEMVER',
      'LESS_THAN_OR_EQUAL_TO_SEMVER',
    ])
    return { ...base, matcherType, stringMatcherData: version() }
  }
  if (kind < 0.98)
    return { ...base, matcherType: 'IN_LIST_SEMVER', whitelistMatcherData: { whitelist: several(random, 3, version) } }
  return { ...base, matcherType: 'BETWEEN_SEMVER', betweenStringMatcherData: { start: version(), end: version() } }
}

const partitions = (random: Random, treatments: readonly string[]): Json => {
  const first = pick(random, [0, 1, 10, 50, 99, 100])
  const [a = 'on', b = 'off'] = treatments
  return [
    { treatment: a, size: first },
    { treatment: b, size: chance(random, 0.95) ? 100 - first : 10 },
  ]
}

const split = (random: Random, name: string, earlier: readonly string[]): Json => {
  const treatments = pick(random, [
    ['on', 'off'],
    ['v1', 'v2', 'On'],
    ['control', 'on'],
  ] as [string[], ...string[][]])
  return {
    name,
    status: chance(random, 0.95) ? 'ACTIVE' : 'ARCHIVED',
    killed: chance(random, 0.1),
    defaultTreatment: pick(random, ['off', 'control', 'v1']),
    seed: Math.floor((random() - 0.5) * 2 ** 32),
    trafficAllocation: pick(random, [100, 100, 50, 1, 0]),
    trafficAllocationSeed: Math.floor((random() - 0.5) * 2 ** 32),
    algo: 2,
    configurations: chance(random, 0.3) ? { on: '{"a":1}', v1: 'plain' } : {},
    prerequisites:
      earlier.length > 0 && chance(random, 0.2) ? [{ n: pick(random, asList(earlier)), ts: ['on', 'v1'] }] : null,
    conditions: Array.from({ length: chance(random, 0.03) ? 0 : 1 + Math.floor(random() * 3) }, () => ({
      conditionType: pick(random, ['ROLLOUT', 'WHITELIST']),
      matcherGroup: {
        combiner: 'AND',
        matchers: chance(random, 0.02)
          ? []
          : Array.from({ length: 1 + Math.floor(random() * 2) }, () => matcher(random, earlier)),
      },
      partitions: partitions(random, treatments),
      label: 'rule',
    })),
  }
}

const person = (random: Random, known: readonly string[]): Attributes => {
  const value = (name: string): Json => {
    const kind = random()
    if (name === 'version' && kind < 0.8) return pick(random, asList(versions))
    if (name === 'age' && kind < 0.7)
      return chance(random, 0.7) ? Math.floor(random() * 10) : pick(random, asList(numbers))
    if (name === 'since' && kind < 0.8) return Math.floor(random() * 4 * day)
    if (name === 'paid' && kind < 0.7) return pick(random, [true, false, 'true', 'FALSE', 'yes'] as [Json, ...Json[]])
    if (name === 'tags' && kind < 0.8)
      return several(random, 3, () => pick(random, ['a', 'b', 1, true, null, ''] as [Json, ...Json[]]))
    return someValue(random)
  }
  const own = Object.fromEntries(attributes.filter(() => chance(random, 0.7)).map((name) => [name, value(name)]))
  const key = chance(random, 0.3) ? (known[0] ?? 'a') : someUnit(random) || 'a'
  return { ...own, targetingKey: key, ...(chance(random, 0.2) ? { bucketingKey: someUnit(random) || 'b' } : {}) }
}

/** Split definitions and segments, evaluated like every JavaScript SDK of the vendor. */
export const splitSoftware: Oracle = {
  vendor: 'Split',
  sdk: '@splitsoftware/splitio-commons 3.1.0',
  round: (random, count, alter): Round => {
    const known = Array.from({ length: 3 }, () => someUnit(random) || 'x')
    const names: string[] = []
    const splits: Json[] = []
    for (const name of ['first', 'Second one', 'third', 'fourth']) {
      splits.push(split(random, name, names))
      names.push(name)
    }
    const made = sentAs({ splits, segments: { one: known.slice(0, 2), Two: [...known.slice(2), 'pro'] } }, alter)
    const { segments } = made
    const imported = compileSplit(readAs(SplitConfig, made))
    // SDKs drop archived splits when they fetch them (splitChangesFetcher).
    const kept = (made.splits as { name: string; status: string }[]).filter(({ status }) => status !== 'ARCHIVED')
    const byName = new Map(kept.map((one) => [one.name, one as Json]))
    const storage: Storage = {
      definitions: { get: (name) => byName.get(name) ?? null },
      segments: { isInSegment: (name, key) => (segments as Record<string, string[]>)[name]?.includes(key) === true },
    }
    return {
      document: made,
      imported,
      flags: [...imported.keys.flags.keys()],
      nowMs: 0,
      contexts: Array.from({ length: count }, () => person(random, known)),
      contextOf: (attributes) => attributes,
      theirs: (flag, { targetingKey, bucketingKey, ...rest }) => {
        const key = bucketingKey === undefined ? targetingKey : { matchingKey: targetingKey, bucketingKey }
        try {
          const { treatment, config } = evaluateFeature(silent, key, flag, rest, storage)
          return [treatment, treatment === 'control' ? null : config]
        } catch {
          // The client would catch it, too.
          return ['control', null]
        }
      },
      ours: ({ errorCode, detail, variant, name, payload }) => {
        if (errorCode !== null) return [errorCode, detail]
        return variant === null ? ['control', null] : [name ?? variant, payload ?? null]
      },
    }
  },
}
