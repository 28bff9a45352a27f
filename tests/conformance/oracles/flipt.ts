import { createRequire } from 'node:module'
import { fliptSnapshot } from '../../../src/server/platform/threads/uploads/vendor-sdks/flipt.ts'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { compileFlipt } from '../../../src/shared/vendors/flipt/import/compile.ts'
import { FliptConfig } from '../../../src/shared/vendors/flipt/import/config.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { numbers, pick, several, someText, someUnit, words } from './awkward.ts'
import { type Attributes, handed, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

type Question = { flagKey: string; entityId: string; context: Record<string, string> }
type Client = {
  evaluateBoolean: (question: Question) => { enabled: boolean }
  evaluateVariant: (question: Question) => { variantKey: string }
  close?: () => void
}
type Options = { url: string; namespace: string; updateInterval: number; fetcher: () => Promise<object> }

// The package has separate exports for browsers and Node.js, which types do not distinguish.
const { FliptClient } = createRequire(import.meta.url)('@flipt-io/flipt-client-js') as {
  FliptClient: { init: (options: Options) => Promise<Client> }
}

export type Constraint = { type: string; property: string; operator: string; value?: string }
type Segment = { key: string; match_type: string; constraints: Constraint[] }
export type Reference = { keys: string[]; operator: string }
type Flag = {
  key: string
  type: string
  enabled: boolean
  variants?: { key: string; default: boolean }[]
  rules?: { segment: Reference; distributions: { variant: string; rollout: number }[] }[]
  rollouts?: { segment?: Reference & { value: boolean }; threshold?: { percentage: number; value: boolean } }[]
}
export type Namespace = { flags: Flag[]; segments: Segment[] }

const asList = (list: readonly string[]) => list as [string, ...string[]]
const text = (random: Random): string => (chance(random, 0.6) ? pick(random, asList(words)) : someText(random))
/** The SDK cannot read lists with escaped characters. */
const listOf = (random: Random): string => {
  const list = JSON.stringify(several(random, 3, () => text(random)))
  return list.includes('\\') ? '["x"]' : list
}

const constraint = (random: Random): Constraint => {
  const kind = random()
  if (kind < 0.4) {
    const operator = pick(random, [
      'eq',
      'neq',
      'empty',
      'notempty',
      'prefix',
      'suffix',
      'contains',
      'isoneof',
      'isnotoneof',
    ])
    const value = operator.endsWith('oneof') ? (chance(random, 0.9) ? listOf(random) : 'no list') : text(random)
    return { type: 'STRING_COMPARISON_TYPE', property: pick(random, ['plan', 'email']), operator, value }
  }
  if (kind < 0.7) {
    const operator = pick(random, [
      'eq',
      'neq',
      'lt',
      'lte',
      'gt',
      'gte',
      'present',
      'notpresent',
      'isoneof',
      'isnotoneof',
    ])
    const single = chance(random, 0.8) ? String(Math.floor(random() * 10)) : pick(random, asList(numbers))
    const value = operator.endsWith('oneof') ? pick(random, ['[1,2]', '[7]', '[]']) : single
    return { type: 'NUMBER_COMPARISON_TYPE', property: 'age', operator, value }
  }
  if (kind < 0.85) {
    const operator = pick(random, ['true', 'false', 'present', 'notpresent'])
    return { type: 'BOOLEAN_COMPARISON_TYPE', property: 'paid', operator }
  }
  const operator = pick(random, ['eq', 'neq', 'isoneof', 'isnotoneof'])
  const value = operator.endsWith('oneof') ? '["user-1","user-2"]' : 'user-1'
  return { type: 'ENTITY_ID_COMPARISON_TYPE', property: 'entity', operator, value }
}

const document = (random: Random): Namespace => {
  const segments = ['one', 'two', 'three'].map((key) => ({
    key,
    match_type: pick(random, ['ALL_MATCH_TYPE', 'ANY_MATCH_TYPE']),
    constraints: several(random, 2, () => constraint(random)),
  }))
  const reference = (): Reference => {
    const keys = segments.filter(() => chance(random, 0.5)).map(({ key }) => key)
    const operator = keys.length > 1 && chance(random, 0.5) ? 'AND_SEGMENT_OPERATOR' : 'OR_SEGMENT_OPERATOR'
    return { keys: keys.length === 0 ? ['one'] : keys, operator }
  }
  const variants = ['a', 'b', 'c']
  const boolean = (key: string): Flag => ({
    key,
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: chance(random, 0.5),
    rollouts: several(random, 3, () => {
      const value = chance(random, 0.5)
      return chance(random, 0.5)
        ? { segment: { ...reference(), value } }
        : { threshold: { percentage: pick(random, [0, 10, 50, 33.3, 100]), value } }
    }),
  })
  const variant = (key: string): Flag => ({
    key,
    type: 'VARIANT_FLAG_TYPE',
    enabled: chance(random, 0.85),
    variants: variants.map((one, at) => ({ key: one, default: at === 0 && chance(random, 0.5) })),
    rules: several(random, 3, () => ({
      segment: reference(),
      distributions: variants.slice(0, Math.floor(random() * 4)).map((one, _, all) => ({
        variant: one,
        rollout: pick(random, [0, 10, 33.33, 50, 100 / all.length, 100]),
      })),
    })),
  })
  return { flags: [boolean('bool one'), boolean('Bool-2'), variant('variant-1'), variant('zwei ü')], segments }
}

const person = (random: Random): Record<string, string> => ({
  ...(chance(random, 0.8) ? { plan: text(random) } : {}),
  ...(chance(random, 0.7) ? { email: text(random) } : {}),
  ...(chance(random, 0.8)
    ? { age: chance(random, 0.7) ? String(Math.floor(random() * 10)) : pick(random, asList(numbers)) }
    : {}),
  ...(chance(random, 0.7) ? { paid: pick(random, ['true', 'false', 'TRUE', '1', '', 'yes']) } : {}),
  // An id of only whitespace is rejected.
  targetingKey: chance(random, 0.3) ? pick(random, ['user-1', 'user-2']) : someUnit(random).trim() || 'x',
})

/** Evaluates a namespace with the SDK: returns the value of a boolean flag, or the variant's key. */
export const askFlipt = async (namespace: Namespace) => {
  const snapshot = fliptSnapshot(FliptConfig.parse(JSON.parse(JSON.stringify(namespace))))
  const answer = { status: 200, ok: true, headers: { get: () => null }, json: async () => snapshot }
  const options = { url: 'http://127.0.0.1:9', namespace: 'default', updateInterval: 0 }
  const client = await FliptClient.init({ ...options, fetcher: async () => answer })
  const booleans = new Set(namespace.flags.filter(({ type }) => type === 'BOOLEAN_FLAG_TYPE').map(({ key }) => key))
  return {
    ask: (flagKey: string, attributes: Attributes): Json | undefined => {
      // The SDK throws for an empty flag key.
      if (flagKey === '') return undefined
      // Safe cast: all attributes are text.
      const { targetingKey: entityId = '', ...context } = attributes as Record<string, string>
      const question = { flagKey, entityId, context }
      if (booleans.has(flagKey)) return client.evaluateBoolean(question).enabled
      return client.evaluateVariant(question).variantKey || null
    },
    end: () => client.close?.(),
  }
}

/** Oracle for Flipt: the engine that all of its client SDKs share, evaluating whole namespaces. */
export const flipt: Oracle = {
  vendor: 'Flipt',
  sdk: '@flipt-io/flipt-client-js 0.5.1',
  round: async (random, count, alter): Promise<Round> => {
    const made = sentAs(document(random), alter)
    const config = readAs(FliptConfig, made)
    const { ask, end } = await handed(() => askFlipt(made))
    return {
      document: made,
      imported: compileFlipt(config),
      flags: made.flags.map(({ key }) => key),
      nowMs: 0,
      contexts: Array.from({ length: count }, (): Attributes => person(random)),
      contextOf: (attributes) => attributes,
      theirs: ask,
      ours: ({ errorCode, detail, value }) => (errorCode === null ? (value ?? null) : [errorCode, detail]),
      end,
    }
  },
}
