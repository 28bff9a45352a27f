import fc from 'fast-check'
import type { AttributeRef, Final } from '../../src/shared/schemas/extended-attribute.ts'
import type { LeafProfile } from '../../src/shared/schemas/extended-test.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'

/* The small vocabulary of random extended documents and contexts. */

export const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
export const some = <T>(...values: readonly T[]): fc.Arbitrary<T[]> =>
  fc.subarray([...values], { maxLength: Math.min(3, values.length) })
export const record = <T>(
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
  required: (keyof T)[] = [],
): fc.Arbitrary<T> =>
  // Safe cast: fields that are left out are optional in T.
  fc.record(fields, { requiredKeys: required, noNullPrototype: true } as never) as unknown as fc.Arbitrary<T>
export const all = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(fields, { noNullPrototype: true })

export const flagKeys = ['alpha', 'bravo', 'charlie', 'delta']
export const segmentKeys = ['beta', 'staff']
export const variantKeys = ['on', 'off', 'b']

export const scalar = oneOf<Json>(
  '',
  'pro',
  'Pro',
  'de',
  '1',
  '10',
  '1,5',
  '1.2.3',
  '2.0.0',
  'v1.2',
  0,
  1,
  10,
  18.5,
  true,
  false,
  null,
)
export const text = oneOf(
  '',
  'pro',
  'PRO',
  'o',
  'straße',
  '1',
  '1.2.3',
  'v1.2.3',
  '2.0.0-a.1',
  '10.0.0.1',
  '10.0.0.0/8',
  '^p(ro)?$',
  '(?i)PRO',
  '(',
)
export const rel = oneOf('eq' as const, 'ne' as const, 'lt' as const, 'lte' as const, 'gt' as const, 'gte' as const)
export const str = oneOf(
  'none' as const,
  'js' as const,
  'comma' as const,
  'json' as const,
  'integer' as const,
  'noBool' as const,
  'jsJoin' as const,
  'listed' as const,
)
export const fold = oneOf('none' as const, 'lower' as const, 'ascii' as const)
export const numberProfile = oneOf(
  'none' as const,
  'js' as const,
  'jsText' as const,
  'comma' as const,
  'int32' as const,
)
export const dateProfile = oneOf(
  'js' as const,
  'rfc3339|epoch-ms' as const,
  'unix-seconds' as const,
  'relative' as const,
  'js|epoch' as const,
)
export const version = oneOf(
  'semver2' as const,
  'semver2-nov' as const,
  'semver2-trim' as const,
  'semver2-partial' as const,
  'semver2-partial-v' as const,
  'padded-string' as const,
  'tuple3' as const,
  'number-parts' as const,
  'digits' as const,
  'digits-build' as const,
  'compare-versions' as const,
)
export const final = oneOf<Final>('true', 'false', 'unknown', 'null', 'fatal:MALFORMED_FLAG', 'fatal:BAD_CONFIG')
export const presence = oneOf(
  'nullish' as const,
  'own' as const,
  'nonEmpty' as const,
  'truthy' as const,
  'text' as const,
  'any' as const,
)
export const scalars = fc.array(scalar, { maxLength: 3 })
export const texts = fc.array(text, { maxLength: 3 })
export const day = oneOf<Json>(
  '2024-02-29T12:00:00Z',
  '2025-01-01',
  1_700_000_000_000,
  1_700_000_000,
  '-7d',
  '-2m',
  'never',
)

export const aRef: fc.Arbitrary<AttributeRef> = record<AttributeRef>(
  {
    firstOf: fc.array(some('plan', 'user', 'team', 'tags', '0', 'org', 'toString'), { maxLength: 2 }),
    contextKind: oneOf('user', 'org'),
    virtual: oneOf('kinds', 'now'),
    skip: oneOf('nullish', 'falsy', 'nonEmptyString', 'nonPrimitive', 'never'),
    arrayIndex: fc.constant(true as const),
    otherwise: scalar,
  },
  ['firstOf'],
).chain((ref) =>
  fc.boolean().map((keep) => (keep ? ref : { firstOf: [['plan']], ...(ref.skip && { skip: ref.skip }) })),
)

export const profile: fc.Arbitrary<LeafProfile> = record<LeafProfile>({
  presence,
  missing: final,
  nullIs: oneOf('true', 'false', 'unknown'),
  invalid: oneOf('true', 'false', 'unknown'),
  negate: fc.boolean(),
})
