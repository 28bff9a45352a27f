import fc from 'fast-check'
import type { Json } from '../../src/shared/schemas/keys.ts'
import type {
  LdClause,
  LdConfig,
  LdFlag,
  LdRollout,
  LdSegment,
} from '../../src/shared/vendors/launchdarkly/import/config.ts'

const flagKeys = ['one', 'two', 'three', 'vier ü']
const segmentKeys = ['alpha', 'beta', 'gamma', 'gone']
const kinds = [undefined, 'user', 'org']
const attributes = ['key', 'kind', 'anonymous', 'name', 'a/b', '/team/name', '/a~1b', '/', '/a//b', 'tags', 'at', 'v']
const texts = ['', 'a', 'ab', 'b', 'user', 'org', 'u1', 'o1', '2', '(', 'a.?b$']
const dates = ['2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00', '2020-01-01', 1_577_836_800_000]
const versions = ['1', '1.2', '1.2.3', '1.2.3-rc.1', '1.2.3-rc.10+b', 'v1.2.3', '01.2.3']

const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(...texts, ...dates, ...versions),
  fc.constantFrom<Json>(true, false, 0, 1, 2, 1.5, null, {}, [1]),
)

const operators = [
  ...['in', 'in', 'startsWith', 'endsWith', 'contains', 'matches', 'lessThan', 'lessThanOrEqual', 'greaterThan'],
  ...['greaterThanOrEqual', 'before', 'after', 'semVerEqual', 'semVerLessThan', 'semVerGreaterThan', 'unheardOf'],
]

const clause: fc.Arbitrary<LdClause> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      attribute: fc.constantFrom(...attributes),
      contextKind: fc.constantFrom(...kinds),
      op: fc.constantFrom(...operators),
      values: fc.array(value, { maxLength: 3 }),
      negate: fc.boolean(),
    }),
  },
  fc.record({
    op: fc.constant('segmentMatch'),
    values: fc.array(fc.constantFrom(...segmentKeys), { maxLength: 2 }),
    negate: fc.boolean(),
  }),
)

const bucketBy = fc.constantFrom(undefined, undefined, 'key', 'name', '/team/name', 'at', '/')

const rollout: fc.Arbitrary<LdRollout> = fc.record({
  kind: fc.constantFrom(undefined, 'rollout', 'experiment'),
  contextKind: fc.constantFrom(...kinds),
  bucketBy,
  seed: fc.constantFrom(undefined, undefined, 0, 61),
  variations: fc.array(
    fc.record({
      variation: fc.integer({ min: 0, max: 3 }),
      weight: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom(-5, 100_000)),
      untracked: fc.constantFrom(undefined, true),
    }),
    { maxLength: 4 },
  ),
})

const serving = fc.oneof(
  fc.record({ variation: fc.integer({ min: -1, max: 3 }) }),
  fc.record({ variation: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ rollout }),
)

const keys = fc.array(fc.constantFrom('u1', 'u2', 'o1', 'a'), { maxLength: 2 })
const clauses = fc.array(clause, { maxLength: 2 })

const flag: fc.Arbitrary<LdFlag> = fc.record({
  on: fc.constantFrom(true, true, true, false),
  variations: fc.constantFrom<Json[]>(['a', 'b', 'c'], [true, false], [1, 2, 3], ['x', { y: 1 }, [2]]),
  offVariation: fc.constantFrom(undefined, 0, 1, 7),
  fallthrough: serving,
  targets: fc.array(fc.record({ variation: fc.integer({ min: 0, max: 2 }), values: keys }), { maxLength: 2 }),
  contextTargets: fc.array(
    fc.record({
      contextKind: fc.constantFrom('user', 'org'),
      variation: fc.integer({ min: 0, max: 2 }),
      values: keys,
    }),
    { maxLength: 2 },
  ),
  rules: fc
    .array(fc.tuple(clauses, serving), { maxLength: 3 })
    .map((all) => all.map(([of, serve], i) => ({ id: `r${i}`, clauses: of, ...serve }))),
  prerequisites: fc.array(
    fc.record({ key: fc.constantFrom(...flagKeys, 'gone'), variation: fc.integer({ min: 0, max: 2 }) }),
    { maxLength: 1 },
  ),
  salt: fc.constantFrom('', 'salt', 'sälz'),
})

const segment: fc.Arbitrary<LdSegment> = fc.record({
  included: keys,
  excluded: keys,
  includedContexts: fc.array(fc.record({ contextKind: fc.constantFrom(...kinds), values: keys }), { maxLength: 1 }),
  excludedContexts: fc.array(fc.record({ contextKind: fc.constantFrom(...kinds), values: keys }), { maxLength: 1 }),
  rules: fc.array(
    fc.record({
      clauses,
      weight: fc.constantFrom(undefined, 0, 30_000, 70_000),
      bucketBy,
      rolloutContextKind: fc.constantFrom(...kinds),
    }),
    { maxLength: 2 },
  ),
  salt: fc.constantFrom('', 'grain'),
  unbounded: fc.constantFrom(undefined, undefined, undefined, true),
})

const record = <T>(names: readonly string[], of: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc
    .array(of, { minLength: names.length, maxLength: names.length })
    .map((all) => Object.fromEntries(all.map((one, i) => [names[i] ?? '', one])))

/**
 * Documents that combine all features: four flags that may require each other, three segments that may contain each
 * other.
 */
export const arbitraryConfig: fc.Arbitrary<LdConfig> = fc.record({
  flags: record(flagKeys, flag),
  segments: record(segmentKeys.slice(0, 3), segment),
})
