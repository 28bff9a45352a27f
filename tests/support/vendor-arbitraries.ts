import fc from 'fast-check'
import type { Condition, ExtendedTest } from '../../src/shared/schemas/condition.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { AttributeRef } from '../../src/shared/schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../src/shared/schemas/extended-point.ts'
import type { LeafProfile } from '../../src/shared/schemas/extended-test.ts'
import type { FlagDocument, Rule } from '../../src/shared/schemas/flag.ts'
import type { Serve } from '../../src/shared/schemas/split.ts'

/*
 * Documents like those of importers: few attributes, one vendor's conventions throughout, realistic rules and rollouts.
 * Unlike the hostile ones of `extended-arbitraries`, their differences can be described.
 */

/** How a vendor reads attributes, treats missing ones, and buckets units. */
interface Vendor {
  readonly ref: (name: string) => AttributeRef
  readonly profile: LeafProfile
  readonly equals: (values: string[]) => ExtendedTest
  readonly point: (salt: string) => ExtendedPoint
  readonly most: number
}

const unit = (attribute: AttributeRef, literal: string): ExtendedPoint['unit'] => ({
  parts: [{ literal }, { attribute, presence: 'nonEmpty', str: 'js' }],
})

const vendors: readonly Vendor[] = [
  {
    ref: (name) => ({ firstOf: [[name === 'targetingKey' ? 'key' : name]], contextKind: 'user' }),
    profile: { nullIs: 'false' },
    equals: (values) => ({ op: 'in.strict', values, array: 'any' }),
    point: (salt) => ({
      unit: unit({ firstOf: [['key']], contextKind: 'user' }, `${salt}.`),
      hash: { algorithm: 'sha1-prefix', hex: 15 },
      norm: { kind: 'div', by: 2 ** 60 / 100 },
    }),
    most: 100,
  },
  {
    ref: (name) => ({ firstOf: [[name], ['properties', name]] }),
    profile: { presence: 'nullish' },
    equals: (values) => ({ op: 'in.text', values, str: 'js' }),
    point: (salt) => ({
      unit: unit({ firstOf: [['userId'], ['targetingKey']] }, `${salt}:`),
      hash: { algorithm: 'murmur3-32', seed: 0 },
      norm: { kind: 'mod', mod: 100, add: 1 },
    }),
    most: 100,
  },
  {
    ref: (name) => ({ firstOf: [[name]] }),
    profile: { missing: 'unknown', invalid: 'unknown' },
    equals: (values) => ({ op: 'ph.exact', values }),
    point: (salt) => ({
      unit: { parts: [{ literal: salt }, { attribute: { firstOf: [['targetingKey']] }, str: 'none' }], join: '.' },
      hash: { algorithm: 'murmur3-32', seed: 0 },
      norm: { kind: 'mulshift', total: 10_000 },
    }),
    most: 10_000,
  },
]

const attributes = ['plan', 'country', 'targetingKey']
const words = ['pro', 'free', 'NO', 'DE', 'anna', 'u1', '10']

const aLeaf = ({ ref, profile, equals }: Vendor): fc.Arbitrary<Condition> =>
  fc
    .tuple(
      fc.oneof(
        fc
          .tuple(fc.constantFrom(...attributes), fc.subarray(words, { minLength: 1, maxLength: 3 }))
          .map(([name, values]) => ({ name, test: equals(values) })),
        fc.constantFrom('lt', 'lte', 'gt', 'gte', 'eq').chain((rel) =>
          fc.constantFrom(10, 18, 21.5, 65).map((limit) => ({
            name: 'age',
            test: { op: 'num.rel', rel: rel as 'lt', values: [limit], num: 'js' } as ExtendedTest,
          })),
        ),
        fc
          .constantFrom<ExtendedTest>(
            { op: 'text.rel', rel: 'suffix', values: ['@acme.com'], str: 'none' },
            { op: 'text.rel', rel: 'contains', values: ['acme'], str: 'js', fold: 'lower' },
            { op: 'text.regex', values: ['^anna'], dialect: 'ecma', str: 'none', badPattern: 'unknown' },
            { op: 'text.regex', values: ['('], dialect: 'ecma', str: 'none', badPattern: 'unknown' },
          )
          .map((test) => ({ name: 'email', test })),
        fc.constantFrom('lt', 'gte').map((rel) => ({
          name: 'version',
          test: {
            ...{ op: 'semver.rel', rel: rel as 'lt', values: ['1.2.3'] },
            ...{ semver: 'semver2', valSemver: 'semver2' },
          } as ExtendedTest,
        })),
      ),
      fc.boolean(),
    )
    .map(([{ name, test }, negate]) => ({ read: ref(name), test, ...profile, ...(negate && { negate }) }))

const aCondition = (vendor: Vendor): fc.Arbitrary<Condition> =>
  fc.oneof(
    { weight: 3, arbitrary: aLeaf(vendor) },
    { weight: 2, arbitrary: fc.array(aLeaf(vendor), { minLength: 1, maxLength: 2 }).map((all) => ({ all })) },
    fc.array(aLeaf(vendor), { minLength: 1, maxLength: 2 }).map((any) => ({ any, unknown: 'kleene' as const })),
    fc.constant<Condition>({ segment: 'staff' }),
    fc.constant<Condition>({ flagTest: { flag: 'alpha', test: { variantIn: ['on'] }, cycle: 'false' } }),
  )

const aServe = ({ point, most }: Vendor): fc.Arbitrary<Serve> =>
  fc.oneof(
    fc.constantFrom<Serve>({ variant: 'on' }, { variant: 'off' }, { useDefault: true, enabled: true }),
    fc.constantFrom(0, 0.1, 0.25, 0.5, 1).map(
      (share): Serve => ({
        wide: {
          point: point('salt'),
          bounds: '[)',
          slots: [
            { lo: 0, hi: share * most, serve: { variant: 'on' } },
            { lo: share * most, serve: { variant: 'off' } },
          ],
          ...{ overflow: 'none', noUnit: 'none', source: { layout: 'test', weights: [] } },
        },
      }),
    ),
  )

const aRule = (vendor: Vendor): fc.Arbitrary<Omit<Rule, 'id'>> =>
  fc.record(
    {
      when: aCondition(vendor),
      serve: aServe(vendor),
      onUnknown: fc.constantFrom('skip' as const, 'remember' as const, 'fatal' as const),
      gate: fc.constantFrom(0.1, 0.5, 1).map((share) => ({
        ...{ point: vendor.point('gate'), lo: 0, hi: share * vendor.most, bounds: '[)' as const },
        noUnit: 'unknown' as const,
      })),
    },
    { requiredKeys: ['when', 'serve'], noNullPrototype: true },
  )

const aFlag = (vendor: Vendor, key: string): fc.Arbitrary<FlagDocument> =>
  fc.tuple(fc.array(aRule(vendor), { maxLength: 3 }), aServe(vendor), fc.constantFrom(true, true, true, false)).map(
    ([rules, otherwise, on]): FlagDocument => ({
      ...{ key, type: 'boolean', on, variants: { on: true, off: false }, offVariant: 'off', prerequisites: [] },
      rules: rules.map((rule, at) => ({ id: `r${at}`, ...rule })),
      ...{ otherwise, salt: key, visibleToClients: false, order: 'state,prerequisites' },
    }),
  )

/** Two states of an imported project. The second has the first one's flags, with one or two edits. */
export const aVendorPair = (): fc.Arbitrary<readonly [Datafile, Datafile]> =>
  fc.constantFrom(...vendors).chain((vendor) =>
    fc
      .tuple(
        fc.tuple(aFlag(vendor, 'alpha'), aFlag(vendor, 'bravo')),
        fc.tuple(aRule(vendor), aServe(vendor), aCondition(vendor)),
        fc.constantFrom('rule', 'removed', 'otherwise', 'switch', 'segment', 'first'),
        fc.tuple(aLeaf(vendor), fc.subarray(['anna', 'u1'])),
      )
      .map(([[alpha, bravo], [rule, serve, when], edit, [staff, included]]) => {
        const made = { id: 'made', ...rule }
        const edited: Record<typeof edit, Partial<FlagDocument>> = {
          rule: { rules: bravo.rules.map((one, at) => (at === 0 ? made : one)) },
          removed: { rules: bravo.rules.slice(1) },
          otherwise: { otherwise: serve },
          switch: { on: !bravo.on },
          segment: {},
          first: { rules: [{ ...made, serve: { variant: 'on' } }, ...bravo.rules] },
        }
        const state = (flags: FlagDocument[], asked: Condition): Datafile => ({
          ...{ format: 1, project: 'shop', environment: 'production', revision: 1, digest: '' },
          publishedAt: '2026-11-20T12:00:00.000Z',
          flags: Object.fromEntries(flags.map((flag) => [flag.key, flag])),
          segments: { staff: { key: 'staff', included, excluded: [], when: asked } },
        })
        const before = state([alpha, bravo], staff)
        const next = { ...bravo, ...edited[edit] }
        const safe = 'segment' in (when === true ? {} : when) ? staff : when
        return [before, state([alpha, next], edit === 'segment' ? safe : staff)] as const
      }),
  )

/** A context as applications send it, occasionally with a value of another type. */
export const aVendorContext = (): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    {
      targetingKey: fc.oneof(
        fc.constantFrom<unknown>('anna', 'u1', '', 10),
        fc.nat(200).map((at) => `user-${at}`),
      ),
      key: fc.oneof(
        fc.constantFrom<unknown>('anna', 'u1', null),
        fc.nat(200).map((at) => `user-${at}`),
      ),
      userId: fc.nat(200).map((at) => `user-${at}`),
      plan: fc.constantFrom<unknown>('pro', 'PRO', 'free', ['pro', 'x'], null, true, {}),
      country: fc.constantFrom<unknown>('NO', 'DE', 'SE', 10, Number.NaN),
      properties: fc.constantFrom({ plan: 'pro' }, { age: 20 }, {}),
      age: fc.constantFrom<unknown>(9, 10, 17.9, 18, 21.5, 65, 2 ** 53, -0, '18', 'old', Number.POSITIVE_INFINITY),
      email: fc.constantFrom<unknown>('anna@acme.com', 'bo@ACME.com', 'anna@x.org', '', 3),
      version: fc.constantFrom<unknown>('1.2.3', '1.2.4', '1.2.3-a', 'x', 1),
      kind: fc.constantFrom<unknown>('user', 'org'),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
