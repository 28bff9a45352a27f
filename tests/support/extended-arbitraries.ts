import fc from 'fast-check'
import type { Condition, Each, ExtendedLeaf, FlagTest } from '../../src/shared/schemas/condition.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { Final } from '../../src/shared/schemas/extended-attribute.ts'
import type { ExtendedPoint, Within } from '../../src/shared/schemas/extended-point.ts'
import type { ExtendedSplit, Slot, Sticky } from '../../src/shared/schemas/extended-split.ts'
import type { FlagDocument, Rule } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import type { Serve } from '../../src/shared/schemas/split.ts'
import { aCondition } from './arbitraries.ts'
import { aTest } from './extended-test-arbitraries.ts'
import {
  all,
  aRef,
  day,
  final,
  flagKeys,
  oneOf,
  presence,
  profile,
  record,
  scalar,
  segmentKeys,
  some,
  str,
  text,
  variantKeys,
} from './extended-vocabulary.ts'

/*
 * Random extended documents: every operator, hash, convention and result, in the small vocabulary of `arbitraries.ts`.
 * References may form cycles on purpose; the engine defines their meaning.
 */

const aFlagTest = (condition: fc.Arbitrary<Condition>): fc.Arbitrary<FlagTest> =>
  record<FlagTest>(
    {
      flag: oneOf(...flagKeys, 'gone'),
      test: fc.oneof(
        all({ enabled: fc.boolean() }),
        all({ variantIn: some(...variantKeys, 'named'), requireEnabled: fc.boolean(), byName: fc.boolean() }),
        all({ on: fc.constant(true as const), variant: oneOf(...variantKeys) }),
        all({ valueWhen: condition }),
        all({ valueEq: scalar }),
        all({ flagValue: oneOf<boolean | string>(true, false, 'pro') }),
      ),
      missing: final,
      cycle: oneOf<Final>('true', 'false', 'unknown', 'fatal:CYCLE'),
      onError: oneOf('propagate', 'true', 'false', 'unknown'),
      maxDepth: oneOf(0, 1, 2, 3),
      negate: fc.boolean(),
    },
    ['flag', 'test'],
  )

const bounds = oneOf('[)' as const, '[]' as const, '(]' as const)

const aPoint: fc.Arbitrary<ExtendedPoint> = fc
  .tuple(
    fc.oneof(
      all({
        hash: all({
          algorithm: oneOf(
            'murmur3-32' as const,
            'fnv1a-32' as const,
            'fnv1a-32-twice' as const,
            'murmur3-32-cbor' as const,
            'random' as const,
          ),
          seed: oneOf(0, 86_028_157),
          encoding: oneOf('utf8' as const, 'utf16' as const, 'utf16-lowbyte' as const, 'utf16-imurmur' as const),
        }),
        norm: oneOf<ExtendedPoint['norm']>(
          { kind: 'mod', mod: 100, add: 1 },
          { kind: 'scale', to: 100 },
          { kind: 'mulshift', total: 100 },
          { kind: 'absint32', by: 2147483647 },
        ),
      }),
      all({
        hash: all({ algorithm: fc.constant('sha1-prefix' as const), hex: oneOf(7 as const, 15 as const) }),
        norm: fc.constant({ kind: 'mod' as const, mod: 100 }),
      }),
      fc.constant<Pick<ExtendedPoint, 'hash' | 'norm'>>({
        hash: { algorithm: 'sha256-prefix' },
        norm: { kind: 'mod', mod: 10_000 },
      }),
      fc.constant<Pick<ExtendedPoint, 'hash' | 'norm'>>({ hash: { algorithm: 'md5-int' }, norm: { kind: 'md5-9998' } }),
    ),
    record<ExtendedPoint['unit']>(
      {
        parts: fc.array(
          fc.oneof(
            all({ literal: text }),
            record<Exclude<ExtendedPoint['unit']['parts'][number], { literal: string }>>(
              {
                attribute: aRef,
                presence,
                str,
                maxScalars: oneOf(1, 3),
                emptyIs: oneOf(0, 50),
                optional: fc.constant(true as const),
                orElse: text,
              },
              ['attribute', 'str'],
            ),
          ),
          { minLength: 1, maxLength: 3 },
        ),
        join: oneOf(',', '.'),
        requires: aRef,
      },
      ['parts'],
    ),
    fc.boolean(),
  )
  .map(([{ hash, norm }, unit, zero]) => ({ unit, hash, norm, ...(zero && { noUnit: 'zero' as const }) }))

const edge = fc.integer({ min: 0, max: 100 })
const aWithin: fc.Arbitrary<Within> = record<Within>(
  { point: aPoint, lo: edge, hi: edge, bounds, noUnit: oneOf<Final>('true', 'false', 'unknown', 'fatal:GENERAL') },
  ['point', 'bounds'],
)

const conditions = fc.letrec<{ condition: Condition }>((tie) => {
  const inner = tie('condition')
  const many = fc.array(inner, { maxLength: 3 })
  const unknown = oneOf('sequential' as const, 'kleene' as const)
  return {
    condition: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc
            .tuple(aRef, aTest(inner), profile)
            .map(([read, test, rest]): ExtendedLeaf => ({ read, test, ...rest })),
        },
        {
          weight: 2,
          arbitrary: record<Each>(
            { each: aRef, test: aTest(inner), element: profile, missing: final, negate: fc.boolean() },
            ['each', 'test'],
          ),
        },
        all({ flagTest: aFlagTest(inner) }),
        all({ within: aWithin }),
        record({ segment: oneOf(...segmentKeys, 'gone'), negate: fc.boolean(), missing: final }, [
          'segment',
          'missing',
        ]),
        aCondition({ flags: { alpha: variantKeys, bravo: variantKeys }, segments: segmentKeys }),
      ),
      record({ all: many, unknown }, ['all']),
      record({ any: many, unknown }, ['any']),
      all({ not: inner }),
    ),
  }
})

const aVariant: fc.Arbitrary<Serve> = record<{ variant: string; enabled?: boolean }>(
  { variant: oneOf(...variantKeys), enabled: fc.boolean() },
  ['variant'],
)
const anEnd: fc.Arbitrary<Serve> = fc.oneof(
  { weight: 4, arbitrary: aVariant },
  record<{ useDefault: true; enabled?: boolean; name?: string }>(
    { useDefault: fc.constant(true as const), enabled: fc.boolean(), name: text },
    ['useDefault'],
  ),
  all({ error: oneOf('GENERAL', 'BAD_CONFIG', 'TYPE_MISMATCH') }),
)
const aExtendedSplit: fc.Arbitrary<ExtendedSplit<Serve>> = record<ExtendedSplit<Serve>>(
  {
    point: aPoint,
    bounds,
    slots: fc.array(
      record<Slot<Serve>>(
        {
          lo: edge,
          hi: edge,
          serve: anEnd,
          passthrough: fc.constant(true as const),
          untracked: fc.constant(true as const),
        },
        ['serve'],
      ),
      { maxLength: 3 },
    ),
    overflow: oneOf('none', 'last', 'error', 'serve'),
    overflowServe: anEnd,
    noUnit: oneOf('none', 'fatal', 'serve'),
    noUnitServe: anEnd,
    experiment: fc.constant(true as const),
    source: fc.constant({ layout: 'test', weights: [] }),
  },
  ['point', 'bounds', 'slots', 'overflow', 'noUnit', 'source'],
)
const expression = oneOf<Json>(
  { if: [{ '==': [{ var: 'plan' }, 'pro'] }, 'on', null] },
  {
    fractional: [
      ['on', 50],
      ['off', 50],
    ],
  },
  { fractional: [{ var: 'plan' }, ['on', 1], ['b', 3]] },
  { if: [{ sem_ver: [{ var: 'plan' }, '>=', '1.2.0'] }, 'b', { starts_with: [{ var: 'user.team' }, 'p'] }, 'on'] },
  { some: [{ var: 'tags' }, { in: [{ var: '' }, 'pro'] }] },
)
const aServe: fc.Arbitrary<Serve> = fc.oneof(
  anEnd,
  all({ wide: aExtendedSplit }),
  all({ expr: expression, dialect: oneOf('percent' as const, 'shift' as const, 'cbor' as const) }),
  fc.constant<Serve>({ split: { parts: [{ variant: 'on', from: 0, to: 50_000 }] } }),
)

const before: fc.Arbitrary<NonNullable<Rule['pre']>[number]> = fc.oneof(
  record({ flagTest: aFlagTest(conditions.condition), gate: fc.boolean() }, ['flagTest']),
  record({ when: conditions.condition, gate: fc.boolean() }, ['when']),
)
const aSticky: fc.Arbitrary<Sticky> = record<Sticky>(
  {
    assignments: fc.constant(['$sticky']),
    key: fc.constant('exp'),
    bucketVersion: oneOf(0, 1),
    minBucketVersion: oneOf(0, 1),
    attribute: oneOf('plan'),
    fallback: oneOf('targetingKey'),
  },
  ['assignments', 'key', 'bucketVersion', 'minBucketVersion', 'attribute'],
)
const aRule: fc.Arbitrary<Omit<Rule, 'id'>> = record<Omit<Rule, 'id'>>(
  {
    when: conditions.condition,
    serve: aServe,
    pre: fc.array(before, { maxLength: 2 }),
    sticky: aSticky,
    onUnknown: oneOf('skip', 'remember', 'fatal'),
    gate: aWithin,
    onGateMiss: aServe,
  },
  ['when', 'serve'],
)

const aFlag = (key: string): fc.Arbitrary<FlagDocument> =>
  record<FlagDocument>(
    {
      key: fc.constant(key),
      type: fc.constant('string'),
      on: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
      variants: fc.constant({ on: 'pro', off: '', b: 'b' }),
      offVariant: oneOf(...variantKeys, null),
      prerequisites: fc.oneof(
        { weight: 4, arbitrary: fc.constant<FlagDocument['prerequisites']>([]) },
        fc.constant<FlagDocument['prerequisites']>([{ flag: 'alpha', variants: ['on', 'b'] }]),
      ),
      rules: fc.array(aRule, { maxLength: 3 }).map((rules) => rules.map((rule, at) => ({ id: `r${at}`, ...rule }))),
      otherwise: aServe,
      salt: fc.constant('salt'),
      visibleToClients: fc.constant(false),
      order: oneOf('state,prerequisites', 'prerequisites,state'),
      outputs: fc.constant({ on: { name: 'named', payload: { a: 1 } } }),
      requires: fc.array(aFlagTest(conditions.condition), { maxLength: 1 }),
      off: aServe,
    },
    ['key', 'type', 'on', 'variants', 'offVariant', 'prerequisites', 'rules', 'otherwise', 'salt', 'visibleToClients'],
  )

const aSegment = (key: string): fc.Arbitrary<SegmentDocument> =>
  all({
    key: fc.constant(key),
    included: some('u1', 'anna'),
    excluded: some('u2'),
    when: fc.option(conditions.condition),
  })

/** An extended datafile: four flags and two segments whose references may form cycles. */
export const aExtendedDatafile = (): fc.Arbitrary<Datafile> =>
  fc.tuple(fc.tuple(...flagKeys.map(aFlag)), fc.tuple(...segmentKeys.map(aSegment))).map(([flags, segments]) => ({
    format: 1,
    project: 'shop',
    environment: 'production',
    revision: 1,
    publishedAt: '2026-11-20T12:00:00.000Z',
    digest: '',
    flags: Object.fromEntries(flags.map((flag) => [flag.key, flag])),
    segments: Object.fromEntries(segments.map((segment) => [segment.key, segment])),
  }))

const attribute = fc.oneof(
  scalar,
  day,
  text,
  fc.array(scalar, { maxLength: 3 }),
  oneOf<unknown>(undefined, {}, { team: 'pro' }, Number.NaN, new Date(0)),
)

/** A context with one kind, several, or none. */
export const aExtendedContext = (): fc.Arbitrary<Record<string, unknown>> =>
  record<Record<string, unknown>>({
    targetingKey: oneOf('u1', 'u2', 'anna', ''),
    kind: oneOf('user', 'org', 'multi'),
    plan: attribute,
    user: fc.oneof(attribute, all({ team: attribute, plan: attribute })),
    org: fc.oneof(attribute, all({ plan: attribute })),
    tags: fc.array(attribute, { maxLength: 3 }),
    $sticky: oneOf<unknown>(
      { 'plan||pro': { exp__1: 'on', exp__0: 'b' } },
      { 'targetingKey||u1': { exp__0: 'off' } },
      null,
    ),
  })

/** An element of a list: null, a scalar, a list, or an object that resembles a context. */
export const anElement = (): fc.Arbitrary<unknown> => fc.oneof(fc.constant(null), attribute, aExtendedContext())
