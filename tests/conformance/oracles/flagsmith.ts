import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Flagsmith, LocalFileHandler } from 'flagsmith-nodejs'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { assembleFlagsmith } from '../../../src/shared/vendors/flagsmith/import/assemble.ts'
import { compileFlagsmith } from '../../../src/shared/vendors/flagsmith/import/compile.ts'
import { Unreadable } from '../../../src/shared/vendors/importing/assembly.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { numbers, pick, several, someNumber, someText, someUnit, someValue, versions, words } from './awkward.ts'
import { type Attributes, handed, type Oracle, type Round, sentAs } from './oracle.ts'

const operators = [
  ...(['EQUAL', 'NOT_EQUAL', 'GREATER_THAN', 'GREATER_THAN_INCLUSIVE', 'LESS_THAN', 'LESS_THAN_INCLUSIVE'] as const),
  ...([
    'CONTAINS',
    'NOT_CONTAINS',
    'REGEX',
    'IN',
    'MODULO',
    'IS_SET',
    'IS_NOT_SET',
    'PERCENTAGE_SPLIT',
    'NEW',
  ] as const),
]
const traits = ['plan', 'age', 'version', 'first name', "it's", 'a.b', '$x', 'ünï'] as const
const paths = [
  ...['$.identity.identifier', '$.identity.key', '$.environment.name', '$.environment.key', '$.identity.traits.plan'],
  ...[
    '$.identity.traits["first name"]',
    "$.identity.traits['first name']",
    '$.identity.traits.first name',
    '$.identity',
  ],
  ...['$.identity.traits', '$.environment', '$.nothing', '$.', '$', '$.identity.traits.a.b', '$.features.f1.name'],
  ...["$.identity.traits['a.b']", '$.segments.1.name', "$['identity']['identifier']"],
]

const condition = (random: Random, identifiers: readonly string[]): Json => {
  const operator = pick(random, operators as [string, ...string[]])
  const property = chance(random, 0.75)
    ? pick(random, traits as unknown as [string, ...string[]])
    : pick(random, paths as [string, ...string[]])
  const text = (): string => {
    switch (operator) {
      case 'PERCENTAGE_SPLIT':
        return pick(random, ['0', '10', '50', '99.9', '100', '33.3abc', 'x', ''])
      case 'MODULO':
        return pick(random, ['2|0', '3|1', '2.5|0.5', '0|0', 'x|1', '2', '2|0|1', '-3|1', ''])
      case 'REGEX':
        return pick(random, ['^a', 'a$', '(', '', '\\d+', '[', 'pro|team', '(?=a)', '.*@', '^1'])
      case 'IN':
        return pick(random, [
          'a,b',
          '["a","b"]',
          '[1,2]',
          '1,2',
          'pro',
          '',
          '[]',
          '{}',
          'a, b',
          '1.5',
          '[null,"a"]',
          '"a"',
          'true,false,a',
          '["true"]',
        ])
      default:
        break
    }
    const plain = someText(random)
    const known = identifiers[Math.floor(random() * identifiers.length)] ?? plain
    if (chance(random, 0.15)) return known
    return chance(random, 0.25) ? `${pick(random, versions as [string, ...string[]])}:semver` : plain
  }
  const value: Json =
    operator === 'PERCENTAGE_SPLIT' && chance(random, 0.1)
      ? 50
      : operator === 'IN' && chance(random, 0.1)
        ? ['a', '1', 'pro']
        : chance(random, 0.03)
          ? null
          : text()
  return {
    operator,
    property_: operator === 'PERCENTAGE_SPLIT' && chance(random, 0.6) ? pick(random, ['', null]) : property,
    value,
  }
}

const rule = (random: Random, identifiers: readonly string[], depth: number): Json => ({
  type: pick(random, ['ALL', 'ANY', 'NONE', 'ALL', 'ANY']),
  conditions: several(random, 2, () => condition(random, identifiers)),
  rules: depth > 1 ? [] : several(random, 2, () => rule(random, identifiers, depth + 1)),
})

let ids = 0

type Value = (random: Random) => Json

/** A feature, and a generator of its values. */
type Feature = { feature: Json; value: Value }

const state = (random: Random, { feature, value }: Feature, more: object = {}): { [key: string]: Json } => {
  ids += 1
  const variants = chance(random, 0.4)
  return {
    feature,
    enabled: chance(random, 0.7),
    django_id: chance(random, 0.8) ? ids : null,
    featurestate_uuid: `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`,
    feature_state_value: chance(random, 0.3) ? null : value(random),
    multivariate_feature_state_values: variants
      ? several(random, 3, () => {
          ids += 1
          return {
            id: chance(random, 0.8) ? Math.floor(random() * 20) : null,
            mv_fs_value_uuid: `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`,
            percentage_allocation: pick(random, [0, 10, 33.3, 50, 100, 25]),
            multivariate_feature_option: { id: ids, value: chance(random, 0.3) ? null : value(random) },
          }
        })
      : [],
    ...more,
  }
}

const makers: readonly [Value, ...Value[]] = [someText, someNumber, (random) => chance(random, 0.5)]

/**
 * Values of one type or null, as users write them. A feature with values of several types is blocked, because a flag
 * has one type; a few are generated anyway.
 */
const valuesOf = (random: Random): Value => {
  const one = pick(random, makers)
  return chance(random, 0.92) ? one : (among) => pick(among, makers)(among)
}

const document = (random: Random, identifiers: readonly string[]) => {
  const features = Array.from({ length: 4 }, (_, i) => ({
    feature: {
      id: i + 1,
      // Sometimes has the name of the flag that another feature creates.
      name: i > 0 && chance(random, 0.1) ? 'f0.enabled' : `${pick(random, ['f', 'Feature ', 'fëature'])}${i}`,
      type: 'STANDARD',
    },
    value: valuesOf(random),
  }))
  const overridden = (more: () => object) =>
    features.filter(() => chance(random, 0.5)).map((feature) => state(random, feature, more()))
  return {
    id: 1,
    api_key: 'env-key',
    name: 'Production',
    project: {
      id: 1,
      name: 'p',
      hide_disabled_flags: false,
      organisation: { id: 1, name: 'o', feature_analytics: false, stop_serving_flags: false, persist_trait_data: true },
      segments: Array.from({ length: 3 }, (_, i) => ({
        id: 10 + i,
        name: `segment ${i}`,
        rules: several(random, 2, () => rule(random, identifiers, 0)),
        feature_states: overridden(() =>
          chance(random, 0.8) ? { feature_segment: { priority: Math.floor(random() * 4) } } : {},
        ),
      })),
    },
    feature_states: features.map((feature) => state(random, feature)),
    identity_overrides: several(random, 2, () => ({
      identifier: identifiers[Math.floor(random() * identifiers.length)] ?? 'nobody',
      identity_uuid: 'x',
      created_date: '2024-01-01T00:00:00Z',
      environment_api_key: 'env-key',
      identity_traits: [],
      identity_features: overridden(() => ({})),
      composite_key: 'x',
    })),
  }
}

/** Traits are text, numbers or booleans, but applications may pass others. */
const attributesOf = (random: Random, identifiers: readonly string[]): Attributes => {
  const traitValue = () =>
    chance(random, 0.3)
      ? pick(random, [...words, ...numbers, ...versions] as unknown as [string, ...string[]])
      : someValue(random)
  const own = Object.fromEntries(traits.filter(() => chance(random, 0.6)).map((name) => [name, traitValue()]))
  const identifier = chance(random, 0.4) ? (identifiers[0] ?? 'a') : someUnit(random)
  return chance(random, 0.1) || identifier === '' ? {} : { ...own, targetingKey: identifier }
}

/** Environment documents, which the SDK reads offline. */
export const flagsmith: Oracle = {
  vendor: 'Flagsmith',
  sdk: 'flagsmith-nodejs 8.1.2',
  round: async (random, count, alter): Promise<Round> => {
    const identifiers = Array.from({ length: 3 }, () => someUnit(random)).filter((one) => one !== '')
    const made = sentAs(document(random, identifiers), alter)
    const assembled = assembleFlagsmith(JSON.parse(JSON.stringify(made)))
    if (assembled.config === undefined) throw new Unreadable(assembled.refused)
    const imported = compileFlagsmith(assembled.config)
    const folder = mkdtempSync(join(tmpdir(), 'fanion-oracle-'))
    const file = join(folder, 'environment.json')
    writeFileSync(file, JSON.stringify(made))
    const read = handed(() => new Flagsmith({ offlineMode: true, offlineHandler: new LocalFileHandler(file) }))
    const sdk = await read.finally(() => rmSync(folder, { recursive: true }))
    const enabledOf = imported.enabledOf ?? new Map<string, string>()
    const valued = new Set(enabledOf.values())
    return {
      document: made,
      imported,
      flags: [...imported.keys.flags.keys()],
      nowMs: 0,
      contexts: Array.from({ length: count }, () => attributesOf(random, identifiers)),
      contextOf: (attributes) => attributes,
      theirs: async (flag, { targetingKey, ...own }) => {
        // One unreadable feature makes the SDK fail for all flags. The importer skips only that feature.
        const flags = await Promise.resolve(
          typeof targetingKey === 'string'
            ? sdk.getIdentityFlags(targetingKey, own as Parameters<typeof sdk.getIdentityFlags>[1])
            : sdk.getEnvironmentFlags(),
        ).catch(() => null)
        if (flags === null) return undefined
        const { enabled, value } = flags.getFlag(enabledOf.get(flag) ?? flag) as { enabled: boolean; value?: Json }
        return valued.has(flag) ? [enabled, value ?? null] : enabled
      },
      ours: ({ errorCode, detail, enabled: on, value }, flag) => {
        if (errorCode !== null) return [errorCode, detail]
        return valued.has(flag) ? [on, value ?? null] : (value ?? null)
      },
    }
  },
}
