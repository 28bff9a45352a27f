import { createRequire } from 'node:module'
import type { Context as UnleashContext } from 'unleash-client'
import type UnleashClient from 'unleash-client/lib/client.js'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { compileUnleash } from '../../../src/shared/vendors/unleash/import/compile.ts'
import { UnleashConfig } from '../../../src/shared/vendors/unleash/import/config.ts'
import { addresses, dates, numbers, pick, several, someText, someUnit, someValue, versions } from './awkward.ts'
import { type Attributes, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

// Its modules are CommonJS, which the test runner and Node load in the same way.
const load = createRequire(import.meta.url)
const { default: Client } = load('unleash-client/lib/client.js') as { default: typeof UnleashClient.default }
const { defaultStrategies } = load('unleash-client/lib/strategy/index.js') as { defaultStrategies: never[] }

const operators = [
  ...[
    'IN',
    'NOT_IN',
    'STR_STARTS_WITH',
    'STR_ENDS_WITH',
    'STR_CONTAINS',
    'NUM_EQ',
    'NUM_GT',
    'NUM_GTE',
    'NUM_LT',
    'NUM_LTE',
  ],
  ...[
    'DATE_AFTER',
    'DATE_BEFORE',
    'SEMVER_EQ',
    'SEMVER_GT',
    'SEMVER_LT',
    'SEMVER_GTE',
    'SEMVER_LTE',
    'REGEX',
    'IN_CIDR',
    'NEW',
  ],
] as [string, ...string[]]

const fields = ['userId', 'plan', 'age', 'version', 'remoteAddress', 'environment'] as [string, ...string[]]

const constraint = (random: Random): Json => {
  const operator = pick(random, operators)
  const one = () => {
    if (operator.startsWith('NUM')) return pick(random, numbers as [string, ...string[]])
    if (operator.startsWith('DATE')) return pick(random, dates as [string, ...string[]])
    if (operator.startsWith('SEMVER')) return pick(random, versions as [string, ...string[]])
    if (operator === 'REGEX') return pick(random, ['^a', 'a$', '(', '(?i)A', '\\d+', '(?=a)', ''])
    return operator === 'IN_CIDR' ? pick(random, addresses as [string, ...string[]]) : someText(random)
  }
  return {
    contextName: operator === 'IN_CIDR' && chance(random, 0.7) ? 'remoteAddress' : pick(random, fields),
    operator,
    values: several(random, 3, one),
    value: one(),
    inverted: chance(random, 0.3),
    caseInsensitive: chance(random, 0.3),
  }
}

const variants = (random: Random): Json =>
  ['a', 'b', 'c']
    .filter(() => chance(random, 0.5))
    .map((name) => ({
      name,
      weight: pick(random, [0, 100, 500, 1000]),
      stickiness: pick(random, ['userId', 'plan', 'default']),
      ...(chance(random, 0.5) ? { payload: { type: 'string', value: someText(random) } } : {}),
      ...(chance(random, 0.3)
        ? { overrides: [{ contextName: pick(random, fields), values: several(random, 2, () => someText(random)) }] }
        : {}),
    }))

const strategy = (random: Random): Json => {
  const name = pick(random, [
    'default',
    'userWithId',
    'flexibleRollout',
    'gradualRolloutUserId',
    'remoteAddress',
    'flexibleRollout',
  ])
  const percentage = pick<Json>(random, ['0', '10', '50', 99, '100', 'x'])
  const parameters: Record<string, Json> = {
    ...(name === 'userWithId'
      ? { userIds: several(random, 3, () => someUnit(random)).join(pick(random, [',', ' , ', ', '])) }
      : {}),
    ...(name === 'remoteAddress'
      ? { IPs: several(random, 3, () => pick(random, addresses as [string, ...string[]])).join(',') }
      : {}),
    ...(name === 'flexibleRollout'
      ? { rollout: percentage, stickiness: pick(random, ['userId', 'plan', 'default']) }
      : {}),
    ...(name === 'gradualRolloutUserId' ? { percentage } : {}),
    ...(chance(random, 0.9) ? { groupId: pick(random, ['group', 'other', '']) } : {}),
  }
  return {
    name,
    parameters,
    constraints: several(random, 2, () => constraint(random)),
    ...(chance(random, 0.2) ? { segments: several(random, 2, () => pick(random, [1, 2, 99])) } : {}),
    ...(chance(random, 0.3) ? { variants: variants(random) } : {}),
  }
}

const document = (random: Random) => ({
  features: Array.from({ length: 4 }, (_, i) => ({
    name: `feature ${i}`,
    enabled: chance(random, 0.9),
    strategies: several(random, 3, () => strategy(random)) as Json[],
    variants: (chance(random, 0.5) ? variants(random) : []) as Json[],
    ...(i > 0 && chance(random, 0.3)
      ? {
          dependencies: [
            {
              feature: pick(random, ['feature 0', 'gone']),
              ...(chance(random, 0.3) ? { enabled: false } : {}),
              ...(chance(random, 0.3) ? { variants: ['a', 'disabled'] } : {}),
            },
          ],
        }
      : {}),
  })),
  segments: [1, 2].map((id) => ({
    id,
    name: `s${id}`,
    constraints: several(random, 2, () => constraint(random)) as Json[],
  })),
})

const single = addresses.filter((address) => !address.includes('/')) as [string, ...string[]]

/** Attributes are text in this SDK. userId and sessionId are always set, because it draws at random without them. */
const attributesOf = (random: Random): Attributes => ({
  userId: someUnit(random) || 'user',
  sessionId: 'session',
  ...(chance(random, 0.7) ? { remoteAddress: pick(random, single) } : {}),
  currentTime: pick(random, ['2026-01-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z']),
  ...(chance(random, 0.5) ? { environment: someText(random) } : {}),
  properties: {
    plan: someText(random) || 'plan',
    ...(chance(random, 0.7)
      ? { age: chance(random, 0.5) ? pick(random, numbers as [string, ...string[]]) : someValue(random) }
      : {}),
    ...(chance(random, 0.7) ? { version: pick(random, versions as [string, ...string[]]) } : {}),
  },
})

/** Documents that backend SDKs download, from a repository that never sends requests. */
export const unleash: Oracle = {
  vendor: 'Unleash',
  sdk: 'unleash-client 6.12.1',
  round: (random, count, alter): Round => {
    const made = sentAs(document(random), alter)
    const config = readAs(UnleashConfig, made)
    const read = JSON.parse(JSON.stringify(made)) as typeof made
    const repository = {
      getToggle: (name: string) => read.features.find((feature) => feature.name === name),
      getSegment: (id: number) => (read.segments ?? []).find((segment) => segment.id === id),
    }
    const sdk = new Client(repository as never, defaultStrategies)
    sdk.on('warn', () => {})
    sdk.on('error', () => {})
    return {
      document: made,
      imported: compileUnleash(config),
      flags: made.features.map(({ name }) => name),
      nowMs: Date.parse('2026-01-01T00:00:00Z'),
      contexts: Array.from({ length: count }, () => attributesOf(random)),
      contextOf: (context) => context,
      theirs: (flag, context) => {
        const asked = context as unknown as UnleashContext
        const { random: dice } = Math
        let thrown = false
        Math.random = () => {
          thrown = true
          return dice()
        }
        try {
          const enabled = sdk.isEnabled(flag, asked, () => false)
          const variant = sdk.getVariant(flag, asked)
          if (thrown) return undefined
          return [
            enabled,
            variant.enabled ? variant.name : null,
            variant.enabled ? ((variant.payload as Json | undefined) ?? null) : null,
          ]
        } catch {
          return 'fails'
        } finally {
          Math.random = dice
        }
      },
      ours: (outcome) => {
        if (outcome.errorCode !== null) return [outcome.errorCode, outcome.detail]
        const enabled = outcome.enabled === true
        const served = enabled && outcome.variant !== null && typeof outcome.value !== 'boolean'
        return [enabled, served ? (outcome.name ?? outcome.variant) : null, served ? (outcome.payload ?? null) : null]
      },
    }
  },
}
