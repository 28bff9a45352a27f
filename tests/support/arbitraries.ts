import fc from 'fast-check'
import { buildDatafile } from '../../src/shared/datafile/build.ts'
import { operatorFacts, operatorNames, type ValueKind } from '../../src/shared/operators.ts'
import type { Condition, Operator, Scalar } from '../../src/shared/schemas/condition.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagDocument, FlagType, Prerequisite } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import type { Part, Serve } from '../../src/shared/schemas/split.ts'

/*
 * Small vocabularies on purpose: contexts and conditions use the same few words, so that conditions match about as
 * often as not. All generated documents are native and valid.
 */
const attributes = ['plan', 'country', 'age', 'version', 'signedUp', 'tags', 'address', 'staff', 'user.team', 'a\\.b']
const words = ['', 'pro', 'Pro', 'free', 'de', 'at', 'straße', 'STRASSE', 'ünïcode', '💡', '1', '10']
const numbers = [-1, 0, 0.5, 1, 10, 18, 65, 1e21]
const versions = ['1', '1.2', 'v1.2.3', '1.2.3-beta.1', '1.2.3-beta.11', '1.2.3+build', '2.0.0', '10.0.0']
const instants = [
  '2024-02-29T12:00:00Z',
  '2025-01-01T00:00:00+01:00',
  '2025-01-01T00:00:00.250Z',
  '2026-11-20T12:00:00-05:30',
]
const instantNumbers = [0, 1_700_000_000_000, 1_760_000_000_000]
const durations = ['P30D', 'PT12H', '12h', '90s', 'P1W']
const addresses = ['10.0.0.1', '10.1.2.3', '192.168.0.1', '2001:db8::1', '::1']
const networks = ['10.0.0.0/8', '192.168.0.1', '2001:db8::/32', '0.0.0.0/0']
const patterns = ['^pro', 'e$', '^[a-z]{2}$', 'straße', '^\\p{L}+$']
const units = ['', 'u1', 'u2', 'anna', 'user-42', 'ümläut', '💡']

const flagKeys = ['alpha', 'bravo', 'charlie', 'delta', 'constructor', 'e.f-g_h']
const segmentKeys = ['beta', 'staff', 'toString']
const variantKeys = ['on', 'off', 'control', 'b']

/** Generates objects with an ordinary prototype, like documents parsed from JSON. */
const record = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(fields, { noNullPrototype: true })

const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const someOf = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  fc.subarray([...values], { minLength: 1, maxLength: Math.min(4, values.length) })
const justOne = <T>(values: readonly T[]): fc.Arbitrary<T[]> => oneOf(values).map((value) => [value])

const valuesOfKind: Record<ValueKind, readonly Scalar[]> = {
  scalar: [...words, ...numbers, true, false],
  text: words,
  pattern: patterns,
  member: [...words, ...numbers],
  number: numbers,
  version: versions,
  instant: [...instants, ...instantNumbers],
  duration: durations,
  network: networks,
}

const valuesOf = (operator: Operator): fc.Arbitrary<Scalar[]> => {
  const { takes, kind } = operatorFacts[operator]
  if (takes === 'none') return fc.constant([])
  if (takes === 'one') return justOne(valuesOfKind[kind])
  if (takes !== 'two') return someOf(valuesOfKind[kind])
  return fc.tuple(oneOf(numbers), oneOf(numbers)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)])
}
const folds = (operator: Operator) => operatorFacts[operator].family === 'text'

const aLeaf = (): fc.Arbitrary<Condition> =>
  oneOf(operatorNames).chain((operator) =>
    record({ attribute: oneOf([...attributes, 'targetingKey']), values: valuesOf(operator), fold: fc.boolean() }).map(
      ({ attribute, values, fold }) => ({
        attribute,
        operator,
        values,
        ...(fold && folds(operator) ? { ignoreCase: true as const } : {}),
      }),
    ),
  )

/** The flags and segments a condition may refer to, with the variants of each flag. */
type Known = { flags: Record<string, string[]>; segments: string[] }

const aStretch = (): fc.Arbitrary<{ from: number; to: number }> =>
  fc
    .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }))
    .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))

const aPoint = () =>
  fc.record(
    { by: oneOf(attributes), salt: oneOf(['s', 'sälz', '']), hash: fc.constant('portable' as const) },
    { requiredKeys: [], noNullPrototype: true },
  )

/** A native condition, nested at most four groups deep, that refers only to known flags and segments. */
export const aCondition = (known: Known = { flags: {}, segments: [] }): fc.Arbitrary<Condition> => {
  const references: fc.Arbitrary<Condition>[] = []
  if (known.segments.length > 0) references.push(oneOf(known.segments).map((segment) => ({ segment })))
  for (const [flag, variants] of Object.entries(known.flags)) {
    references.push(someOf(variants).map((variants) => ({ flag, variants })))
  }
  const slice: fc.Arbitrary<Condition> = record({ point: aPoint(), stretch: aStretch(), own: fc.boolean() }).map(
    ({ point, stretch, own }) => ({ in: own ? { point, ...stretch } : stretch }),
  )
  return fc.letrec<{ condition: Condition }>((tie) => {
    const many = fc.array(tie('condition'), { maxLength: 3 })
    return {
      condition: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        fc.oneof({ weight: 8, arbitrary: aLeaf() }, slice, fc.constant<Condition>(true), ...references),
        many.map((all) => ({ all })),
        many.map((any) => ({ any })),
        tie('condition').map((not) => ({ not })),
      ),
    }
  }).condition
}

const valueOf: Record<FlagType, fc.Arbitrary<Json>> = {
  boolean: fc.boolean(),
  string: oneOf(words),
  number: oneOf(numbers),
  object: oneOf<Json>([{}, { a: 1 }, { nested: { list: [1, 'two', null] } }]),
}

/** Parts from sorted cuts of the bucketing line. With `whole` they cover it, otherwise some are dropped. */
const someParts = (variants: string[], whole: boolean): fc.Arbitrary<Part[]> =>
  record({
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { maxLength: 5 }),
    names: fc.array(oneOf(variants), { minLength: 6, maxLength: 6 }),
    kept: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  }).map(({ cuts, names, kept }) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), 100_000]
    return edges
      .slice(1)
      .map((to, at) => ({ variant: names[at] ?? variants[0] ?? '', from: edges[at] ?? 0, to }))
      .filter((_, at) => whole || kept[at])
  })

const aServe = (variants: string[], whole: boolean): fc.Arbitrary<Serve> =>
  fc.oneof(
    oneOf(variants).map((variant) => ({ variant })),
    record({ point: fc.option(aPoint(), { nil: undefined }), parts: someParts(variants, whole) }).map(
      ({ point, parts }) => ({ split: point === undefined ? { parts } : { point, parts } }),
    ),
  )

const somePrerequisites = (flags: Known['flags']): fc.Arbitrary<Prerequisite[]> => {
  const choices = Object.entries(flags).map(([flag, variants]) =>
    someOf(variants).map((variants): Prerequisite => ({ flag, variants })),
  )
  return choices.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...choices), { maxLength: 2 })
}

const aFlagWith = (key: string, variants: string[], known: Known): fc.Arbitrary<FlagDocument> =>
  oneOf<FlagType>(['boolean', 'string', 'number', 'object']).chain((type) =>
    record({
      key: fc.constant(key),
      type: fc.constant(type),
      on: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
      variants: fc
        .tuple(...variants.map(() => valueOf[type]))
        .map((made) => Object.fromEntries(variants.map((variant, at) => [variant, made[at] ?? null]))),
      offVariant: fc.option(oneOf(variants)),
      prerequisites: somePrerequisites(known.flags),
      rules: fc
        .array(record({ when: aCondition(known), serve: aServe(variants, false) }), { maxLength: 4 })
        .map((rules) => rules.map((rule, at) => ({ id: `r${at}`, ...rule }))),
      otherwise: aServe(variants, true),
      salt: oneOf(['salt', 'sälz', key]),
      visibleToClients: fc.boolean(),
    }),
  )

/** A valid native flag document that refers to no other flag or segment. */
export const aFlagDocument = (key = 'alpha'): fc.Arbitrary<FlagDocument> =>
  fc.subarray(variantKeys, { minLength: 1 }).chain((variants) => aFlagWith(key, variants, { flags: {}, segments: [] }))

const aSegmentWith = (key: string, known: Known): fc.Arbitrary<SegmentDocument> =>
  record({
    key: fc.constant(key),
    included: fc.subarray(units.filter(Boolean)),
    excluded: fc.subarray(units.filter(Boolean)),
    when: fc.option(aCondition(known)),
  })

/**
 * A valid native datafile with up to six flags and three segments. Every document refers only to earlier ones, so there
 * are references of every kind and no cycles.
 */
export const aDatafile = (): fc.Arbitrary<Datafile> =>
  record({
    flags: fc.subarray(flagKeys, { minLength: 1 }),
    segments: fc.subarray(segmentKeys),
    variants: fc.array(fc.subarray(variantKeys, { minLength: 1 }), { minLength: 6, maxLength: 6 }),
    revision: fc.integer({ min: 0, max: 1_000 }),
  }).chain(({ flags, segments, variants, revision }) => {
    const known: Known = { flags: {}, segments: [] }
    const segmentDocuments: Record<string, fc.Arbitrary<SegmentDocument>> = {}
    for (const key of segments) {
      segmentDocuments[key] = aSegmentWith(key, { flags: {}, segments: [...known.segments] })
      known.segments.push(key)
    }
    const flagDocuments: Record<string, fc.Arbitrary<FlagDocument>> = {}
    for (const [at, key] of flags.entries()) {
      const own = variants[at] ?? variantKeys
      flagDocuments[key] = aFlagWith(key, own, { flags: { ...known.flags }, segments: known.segments })
      known.flags[key] = own
    }
    return record({ flags: record(flagDocuments), segments: record(segmentDocuments) }).map((documents) =>
      buildDatafile({
        project: 'shop',
        environment: 'production',
        revision,
        publishedAt: '2026-11-20T12:00:00.000Z',
        // Copies with an ordinary prototype, like a datafile parsed from JSON.
        flags: { ...documents.flags },
        segments: { ...documents.segments },
      }),
    )
  })

const attributeValue: fc.Arbitrary<unknown> = fc.oneof(
  oneOf<unknown>([...words, ...numbers, ...versions, ...instants, ...addresses, ...instantNumbers, ...units]),
  oneOf<unknown>([true, false, null, Number.NaN, Number.POSITIVE_INFINITY, undefined, {}, []]),
  fc.array(oneOf<unknown>([...words, ...numbers]), { maxLength: 4 }),
)

/** A context in the vocabulary of the documents above: with valid, wrongly typed and absent attributes. */
export const aContext = (): fc.Arbitrary<Context> =>
  fc
    .record(
      {
        targetingKey: oneOf(units),
        plan: attributeValue,
        country: attributeValue,
        age: attributeValue,
        version: attributeValue,
        signedUp: attributeValue,
        tags: attributeValue,
        address: attributeValue,
        staff: attributeValue,
        user: fc.record({ team: attributeValue }, { requiredKeys: [] }),
        'a.b': attributeValue,
      },
      { requiredKeys: [] },
    )
    .map((context) => ({ ...context }))
