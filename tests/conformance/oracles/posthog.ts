import { PostHog } from 'posthog-node'
import { textOf } from '../../../src/shared/engine/extended/text.ts'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { compilePostHog } from '../../../src/shared/vendors/posthog/import/compile.ts'
import { PhConfig } from '../../../src/shared/vendors/posthog/import/config.ts'
import { plainTrue } from '../../../src/shared/vendors/posthog/import/flag.ts'
import { dates, pick, several, someNumber, someText, someUnit, someValue, versions } from './awkward.ts'
import { type Attributes, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

const operators = [
  ...['exact', 'is_not', 'icontains', 'not_icontains', 'starts_with', 'not_starts_with', 'ends_with', 'not_ends_with'],
  ...['regex', 'not_regex', 'gt', 'gte', 'lt', 'lte', 'is_set', 'is_not_set', 'is_date_before', 'is_date_after'],
  ...['is_date_exact', 'semver_eq', 'semver_neq', 'semver_gt', 'semver_gte', 'semver_lt', 'semver_lte', 'semver_tilde'],
  ...['semver_caret', 'semver_wildcard', 'between', 'not_between', 'icontains_multi', 'not_icontains_multi'],
] as [string, ...string[]]

const names = ['plan', 'age', 'version', 'at', 'beta', 'distinct_id'] as [string, ...string[]]

/** The SDK leaves half of these to the server. */
const patterns = [
  ...[
    '^a',
    'a$',
    '(',
    'A',
    '[0-9]+',
    'pro|team',
    '',
    '\\.',
    '(?:a|b)+?',
    '[^a-z]',
    '\\x61',
    'a\\',
    '[a',
    ')',
    '+',
    'a}',
  ],
  ...[
    '\\bpro',
    '(?i)a',
    '(?=a)',
    'a++',
    'a{2}{3}',
    'x{',
    '{2}',
    '^?',
    '()*',
    '[]',
    '[a&&b]',
    '[\\s-9]',
    '\\u0061',
    '\\1',
    'é',
  ],
] as [string, ...string[]]

const operand = (random: Random, operator: string): Json => {
  if (operator.startsWith('semver')) return pick(random, versions as [string, ...string[]])
  if (operator.startsWith('is_date')) return pick(random, dates as [string, ...string[]])
  if (operator.endsWith('regex')) return pick(random, patterns)
  if (operator.endsWith('between')) return [1, 5]
  if (operator === 'exact' || operator === 'is_not') {
    const list = several(random, 3, () => (chance(random, 0.85) ? someText(random) : someValue(random)))
    return chance(random, 0.4)
      ? list
      : pick<Json>(random, [someText(random), someValue(random), 'true', 'false', true, ['false']])
  }
  return chance(random, 0.7) ? someText(random) : someNumber(random)
}

const property = (random: Random): Json => {
  const operator = pick(random, operators)
  return { key: pick(random, names), type: 'person', operator, value: operand(random, operator) }
}

const cohort = (random: Random): Json => ({
  type: pick(random, ['AND', 'OR']),
  values: chance(random, 0.5)
    ? several(random, 2, () => ({
        ...(property(random) as object),
        ...(chance(random, 0.2) ? { negation: true } : {}),
      }))
    : [
        { type: 'AND', values: [property(random)] },
        { type: 'OR', values: [property(random), property(random)] },
      ],
})

const condition = (random: Random, flags: readonly string[]): Json => ({
  properties: several<Json>(random, 3, () => {
    if (chance(random, 0.15)) return { key: 'id', type: 'cohort', value: 1, operator: pick(random, ['in', 'not_in']) }
    if (flags.length > 0 && chance(random, 0.15)) {
      const key = pick(random, flags as [string, ...string[]])
      return {
        ...{ key, type: 'flag', operator: 'flag_evaluates_to', dependency_chain: [key] },
        value: pick<Json>(random, [true, false, 'control', 'test']),
      }
    }
    return property(random)
  }),
  ...(chance(random, 0.8) ? { rollout_percentage: pick(random, [0, 10, 50, 99, 100]) } : {}),
  ...(chance(random, 0.2) ? { variant: pick(random, ['control', 'test', 'gone']) } : {}),
})

const document = (random: Random) => {
  const flags: Json[] = []
  const keys: string[] = []
  for (let i = 0; i < 4; i += 1) {
    const key = `flag-${i}`
    const variants = chance(random, 0.5)
    flags.push({
      ...{ id: i, key, active: chance(random, 0.9) },
      filters: {
        groups: several(random, 3, () => condition(random, keys.slice(0, 1))),
        ...(variants
          ? {
              multivariate: {
                variants: [
                  { key: 'control', rollout_percentage: 40 },
                  { key: 'test', rollout_percentage: 40 },
                ],
              },
            }
          : {}),
        ...(chance(random, 0.15) ? { holdout: { id: 7, exclusion_percentage: pick(random, [0, 20, 100]) } } : {}),
        ...(chance(random, 0.2) ? { early_exit: true } : {}),
      },
    })
    keys.push(key)
  }
  return { flags, group_type_mapping: {}, cohorts: { '1': cohort(random) } }
}

const attributesOf = (random: Random): Attributes => ({
  targetingKey: someUnit(random) || 'user',
  ...Object.fromEntries(
    ['plan', 'age', 'beta'].filter(() => chance(random, 0.75)).map((name) => [name, someValue(random)]),
  ),
  ...(chance(random, 0.75)
    ? { version: chance(random, 0.8) ? pick(random, versions as [string, ...string[]]) : someValue(random) }
    : {}),
  ...(chance(random, 0.75)
    ? { at: chance(random, 0.8) ? pick(random, dates as [string, ...string[]]) : someValue(random) }
    : {}),
})

/** Fakes the response that the SDK would fetch. */
const answering = (definitions: unknown) => () =>
  Promise.resolve({
    status: 200,
    headers: { get: () => null },
    body: null,
    text: () => Promise.resolve(JSON.stringify(definitions)),
    json: () => Promise.resolve(definitions),
  })

const beyondAscii = /[\u0080-\uffff]|\\r/

/**
 * Local evaluation, as the SDK does it. There is no package for server-side evaluation; its answers are tested with
 * tables.
 */
export const postHog: Oracle = {
  vendor: 'PostHog',
  sdk: 'posthog-node 5.70.0',
  round: async (random, count, alter): Promise<Round> => {
    const made = sentAs(document(random), alter)
    const config = readAs(PhConfig, made)
    const sdk = new PostHog('phc_oracle', {
      personalApiKey: 'phx_oracle',
      host: 'http://127.0.0.1:1',
      fetch: answering(JSON.parse(JSON.stringify(made))) as never,
      disableGeoip: true,
      flushAt: 1_000_000,
    })
    await sdk.waitForLocalEvaluationReady(1_000)
    const nowMs = Date.now()
    const keys = made.flags.map((flag) => String((flag as { key: string }).key))
    // A flag with variants, or one that depends on another flag, is skipped if the answer is ambiguous.
    const hasAnswers = JSON.stringify(made.flags).match(/"variants":\[\{|"holdout|"type":"flag"|early_exit/) !== null
    const patterned = (flag: string) =>
      hasAnswers && JSON.stringify([made.cohorts, made.flags]).includes('regex"') && flag !== ''
    return {
      document: made,
      imported: compilePostHog(config, 'local'),
      flags: keys,
      nowMs,
      contexts: Array.from({ length: count }, () => attributesOf(random)),
      contextOf: (context) => context,
      theirs: async (flag, { targetingKey, ...personProperties }) => {
        // Patterns over non-ASCII text are left to the server. If variants differ, the SDK reports it in its own way.
        if (patterned(flag) && beyondAscii.test(JSON.stringify(personProperties) + textOf(targetingKey)))
          return undefined
        const answer = await sdk.getFeatureFlag(flag, textOf(targetingKey), {
          personProperties: personProperties as Record<string, string>,
          onlyEvaluateLocally: true,
          sendFeatureFlagEvents: false,
        })
        return answer ?? 'unknown'
      },
      ours: ({ errorCode, detail, reason, enabled, value, name }) => {
        if (errorCode !== null) return [errorCode, detail]
        if (reason === 'UNKNOWN') return 'unknown'
        if (enabled !== true) return false
        return typeof value === 'boolean' || name === plainTrue ? true : (name ?? value ?? null)
      },
      end: () => sdk.shutdown(),
    }
  },
}
