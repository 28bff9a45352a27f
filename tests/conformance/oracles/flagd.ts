import { FlagdCore } from '@openfeature/flagd-core'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { compileFlagd } from '../../../src/shared/vendors/flagd/import/compile.ts'
import { FlagdConfig } from '../../../src/shared/vendors/flagd/import/config.ts'
import type { FlagdSdk, Generation } from '../../../src/shared/vendors/flagd/import/generation.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { pick, several, someNumber, someText, someUnit, someValue, versions } from './awkward.ts'
import { type Attributes, handed, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

const attributes = ['plan', 'age', 'version', 'tags', 'deep', 'deep.inner', 'targetingKey', '$flagd.flagKey'] as const
const variants = ['a', 'b', 'on', 'true', '50%', 'Variant A', 'eu/de', '-5', 'A', ''] as const

const variable = (random: Random): Json => {
  const name = pick(random, attributes as unknown as [string, ...string[]])
  return { var: chance(random, 0.85) ? name : [name, someText(random)] }
}

const text = (random: Random): Json => (chance(random, 0.7) ? variable(random) : someText(random))

/** A random expression that is usually boolean. */
const test = (random: Random, depth: number): Json => {
  const constant = () => pick<Json>(random, [someText(random), someNumber(random), true, false, null])
  const kind = pick(random, [
    ...[
      '==',
      '!=',
      '===',
      '!==',
      '<',
      '<=',
      '>',
      '>=',
      'in',
      'starts_with',
      'ends_with',
      'sem_ver',
      'and',
      'or',
      '!',
      '!!',
    ],
    ...['all', 'some', 'none', 'missing', '$ref', 'text'],
  ] as [string, ...string[]])
  switch (kind) {
    case 'sem_ver':
      return {
        sem_ver: [
          { var: 'version' },
          pick(random, ['=', '!=', '<', '<=', '>', '>=', '^', '~', '^', '~', '==']),
          chance(random, 0.85) ? pick(random, versions as [string, ...string[]]) : someNumber(random),
        ],
      }
    case 'starts_with':
    case 'ends_with':
      return { [kind]: [text(random), text(random)] }
    case 'in':
      return {
        in: [variable(random), chance(random, 0.5) ? several(random, 3, () => someText(random)) : variable(random)],
      }
    case 'and':
    case 'or':
      return {
        [kind]: [test(random, depth + 1), ...several(random, 2, () => (depth > 2 ? true : test(random, depth + 1)))],
      }
    case '!':
    case '!!':
      return { [kind]: [variable(random)] }
    case 'all':
    case 'some':
    case 'none':
      return {
        [kind]: [{ var: 'tags' }, { [pick(random, ['==', '!='])]: [{ var: '' }, someText(random)] }],
      }
    case 'missing':
      return {
        '!': [{ missing: several(random, 3, () => pick(random, attributes as unknown as [string, ...string[]])) }],
      }
    case '$ref':
      return { $ref: pick(random, ['one', 'two', 'one', 'two', 'gone']) }
    case 'text':
      return { '==': [{ cat: [text(random), text(random)] }, someText(random)] }
    default:
      if (chance(random, 0.05)) return { [kind]: [sum(random), constant()] }
      return {
        [kind]: [
          variable(random),
          chance(random, 0.95) ? constant() : chance(random, 0.5) ? sum(random) : variable(random),
        ],
      }
  }
}

const fractional = (random: Random): Json => ({
  fractional: [
    ...(chance(random, 0.5)
      ? [chance(random, 0.5) ? { var: 'targetingKey' } : { cat: [{ var: '$flagd.flagKey' }, variable(random)] }]
      : []),
    ...variants
      .slice(0, 2 + Math.floor(random() * 2))
      .map((name): Json => (chance(random, 0.85) ? [name, Math.floor(random() * 100)] : [name])),
  ],
})

const leaf = (random: Random): Json =>
  chance(random, 0.4)
    ? fractional(random)
    : chance(random, 0.8)
      ? pick(random, ['a', 'b', 'on', 'true'])
      : someValue(random)

/** A random calculation over attributes and constants. */
const sum = (random: Random, depth = 0): Json => {
  const operator = pick(random, ['+', '-', '*', '/', '%', 'max', 'min'])
  const operand = (): Json =>
    depth < 2 && chance(random, 0.2)
      ? sum(random, depth + 1)
      : chance(random, 0.5)
        ? { var: 'age' }
        : chance(random, 0.9)
          ? someNumber(random)
          : pick<Json>(random, [null, true, false, '0', '', 'a', '3'])
  return { [operator]: [operand(), operand()] }
}

const expression = (random: Random, depth = 0): Json => {
  if (depth < 3 && chance(random, 0.7)) {
    const branch = () => (chance(random, 0.3) ? expression(random, depth + 1) : leaf(random))
    return { if: [test(random, depth + 1), branch(), ...(chance(random, 0.85) ? [branch()] : [])] }
  }
  const kind = random()
  if (kind < 0.2) return fractional(random)
  if (kind < 0.3) return { cat: [text(random), text(random)] }
  if (kind < 0.4) return { substr: [text(random), Math.floor(random() * 5) - 2, ...(chance(random, 0.5) ? [2] : [])] }
  if (kind < 0.5) return sum(random)
  if (kind < 0.55) return { merge: [[someText(random)], variable(random)] }
  return test(random, depth)
}

const values: Readonly<Record<string, (random: Random, at: number) => Json>> = {
  boolean: (_, at) => at % 2 === 0,
  string: (random) => someText(random),
  number: (random) => someNumber(random),
  object: (_, at) => ({ at }),
}

const document = (random: Random) => ({
  flags: Object.fromEntries(
    Array.from({ length: 4 }, (_, i) => {
      const type = pick(random, Object.keys(values) as [string, ...string[]])
      const makes = values[type]
      return [
        `${pick(random, ['flag', 'my flag', 'flag.'])}${i}`,
        {
          state: chance(random, 0.9) ? 'ENABLED' : 'DISABLED',
          variants: Object.fromEntries(variants.map((name, at) => [name, makes?.(random, at) ?? null])),
          ...(chance(random, 0.85) ? { defaultVariant: chance(random, 0.9) ? 'b' : null } : {}),
          ...(chance(random, 0.9) ? { targeting: chance(random, 0.95) ? expression(random) : {} } : {}),
          ...(chance(random, 0.2) ? { metadata: { owner: 'team' } } : {}),
        },
      ]
    }),
  ),
  $evaluators: { one: test(random, 2), two: chance(random, 0.3) ? { $ref: 'one' } : test(random, 2) },
})

const attributesOf = (random: Random): Attributes => ({
  ...(chance(random, 0.9) ? { targetingKey: someUnit(random) } : {}),
  ...(chance(random, 0.7) ? { tags: several(random, 2, () => someText(random)) } : {}),
  ...(chance(random, 0.1) ? { tags: someValue(random) } : {}),
  ...Object.fromEntries(
    ['plan', 'age', 'deep'].filter(() => chance(random, 0.7)).map((name) => [name, someValue(random)]),
  ),
  ...(chance(random, 0.7)
    ? { version: chance(random, 0.75) ? pick(random, versions as [string, ...string[]]) : someValue(random) }
    : {}),
})

const defaults = { boolean: false, string: 'code default', number: -1, object: { code: 'default' } } as const
const quiet = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

const beyondAscii = /[\u0080-\uffff]/

/**
 * The engine that served users is the one of this SDK, because no other handles `all` over a value that is not a list
 * in this way.
 */
const served: FlagdSdk = 'javascript'

const oracleOf = (generation: Exclude<Generation, 'v3'>, sdk: string, make: () => FlagdCore): Oracle => ({
  vendor: `flagd ${generation}`,
  sdk,
  round: async (random, count, alter): Promise<Round> => {
    const made = sentAs(document(random), alter)
    const core = make()
    const config = readAs(FlagdConfig, made)
    await handed(() => core.setConfigurations(JSON.stringify(made)))
    const imported = compileFlagd(config, generation, {}, served)
    const told = new Set(
      imported.findings.filter(({ message }) => message.includes('a way of its own')).map(({ subject }) => subject),
    )
    const typeOf = (flag: string) => imported.flags[imported.keys.flags.get(flag) ?? flag]?.type ?? 'object'
    return {
      document: made,
      imported,
      flags: Object.keys(made.flags),
      nowMs: Date.now(),
      contexts: Array.from({ length: count }, () => attributesOf(random)),
      contextOf: (context) => context,
      theirs: (flag, context) => {
        // This SDK hashes non-ASCII text unlike the vendor's others, which the importer follows. Flags with a finding
        // are skipped.
        if (beyondAscii.test(JSON.stringify([context, made.flags[flag]])) || told.has(`flag ${flag}`)) return undefined
        const asked = context as Parameters<typeof core.resolveBooleanEvaluation>[2]
        const answers = {
          boolean: () => core.resolveBooleanEvaluation(flag, defaults.boolean, asked, quiet),
          string: () => core.resolveStringEvaluation(flag, defaults.string, asked, quiet),
          number: () => core.resolveNumberEvaluation(flag, defaults.number, asked, quiet),
          object: () => core.resolveObjectEvaluation(flag, defaults.object, asked, quiet),
        }
        const { value, errorCode, variant } = answers[typeOf(flag)]()
        return [value as Json, errorCode ?? null, variant ?? null]
      },
      // A variant's value may be null.
      ours: ({ value, errorCode, variant, name }, flag) => [
        variant === null ? (value ?? defaults[typeOf(flag)]) : (value ?? null),
        errorCode,
        name ?? variant,
      ],
    }
  },
})

/** The current generation. */
export const flagd = oracleOf('v2', '@openfeature/flagd-core 4.0.1', () => new FlagdCore(undefined, quiet))
