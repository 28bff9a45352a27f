import type { Condition, Operator, Scalar } from '../../src/shared/schemas/condition.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import type { Serve } from '../../src/shared/schemas/split.ts'
import { aDatafile, aFlag, aSegment } from './builders.ts'
import type { Random } from './random.ts'

/*
 * Pairs of documents beyond those of `arbitraries`: boundaries of every operator family, nested prerequisites with
 * splits, nested segments, negations, and nearly equal salts.
 */

const limits = [0, -0, 1, 1 + Number.EPSILON, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 5e-324, 1.797e308, 0.1, 18]
const versions = [
  '1',
  '1.0.0',
  '1.2.3',
  '1.2.3-0',
  '1.2.3-alpha',
  '1.2.3-alpha.1',
  '1.2.4-0',
  '1.2.4',
  'v2',
  '2.0.0+b',
  '10.0.0',
]
const instants: Scalar[] = [
  ...['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.001Z', '2026-11-20T11:59:59.999Z', '2026-11-20T13:00:00+01:00'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', 1_795_176_000_000, 0],
]
const durations = ['PT0S', 'PT1S', '1s', 'P1D', '24h', 'P30D']
const texts = ['', ' ', 'a', 'A', 'aa', 'ß', 'SS', 'ab', 'ba', 'İ', 'ſ', '\u{1f4a1}', 'a.b', '@acme.com', 'x@acme.com']
const patterns = ['^a', 'a$', '^a*$', '^$', '[^a]', '^(?:ab)+$', '^.$', '\\d', '^[A-Z]+$']
const networks = [
  '0.0.0.0/0',
  '10.0.0.0/8',
  '10.0.0.0/9',
  '10.0.0.1/32',
  '::/0',
  '::ffff:10.0.0.0/104',
  '2001:db8::/32',
]
const scalars: Scalar[] = [...texts, ...limits, true, false, '1', '0', 'true']

const groups: readonly (readonly [readonly Operator[], readonly Scalar[]])[] = [
  [['exists'], []],
  [['is', 'isNot', 'isOneOf', 'isNoneOf'], scalars],
  [['lessThan', 'atMost', 'greaterThan', 'atLeast'], limits],
  [['contains', 'notContains', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith'], texts],
  [['matches', 'notMatches'], patterns],
  [['versionIs', 'versionLessThan', 'versionAtLeast', 'versionAtMost', 'versionGreaterThan'], versions],
  [['before', 'after'], instants],
  [['olderThan', 'newerThan'], durations],
  [['includesAny', 'includesAll', 'includesNone'], scalars],
  [['inNetwork'], networks],
]

const attributes = ['a', 'b', 'c', 'c.d', 'targetingKey', 'e\\.f']
const salts = ['salt', 'salt ', 'Salt', '', 'salz', 'f1']

export const hostileMaker = (random: Random) => {
  const leaf = (): Condition => {
    const [operators, values] = random.one(groups)
    const operator = operators[random.int(operators.length)] as Operator
    const single = !/OneOf|includes/.test(operator)
    const several = Array.from({ length: random.int(4) + 1 }, () => (values.length === 0 ? 0 : random.one(values)))
    const many = values === scalars && random.once(12) ? Array.from({ length: 300 }, (_, at) => `k${at * 7}`) : []
    const folds = /contains|starts|ends|is/i.test(operator) && values === texts
    return {
      ...{ attribute: random.one(attributes), operator },
      values: values.length === 0 ? [] : single ? several.slice(0, 1) : [...new Set([...several, ...many])],
      ...(folds && random.once(3) && { ignoreCase: true as const }),
    }
  }
  const stretch = () => {
    const [a, b] = [random.one([0, 1, 50_000, 99_999, 100_000]), random.one([0, 1, 25_000, 50_001, 100_000])]
    return { from: Math.min(a, b), to: Math.max(a, b) }
  }
  const point = () => ({
    ...(random.once(2) && { by: random.one(attributes) }),
    ...(random.once(2) && { salt: random.one(salts) }),
  })
  const condition = (depth: number, flags: readonly string[], segments: readonly string[]): Condition => {
    const inner = () => condition(depth - 1, flags, segments)
    const some = () => Array.from({ length: random.int(4) }, inner)
    if (depth > 0 && !random.once(4)) {
      const kind = random.int(4)
      if (kind === 0) return { all: some() }
      if (kind === 1) return { any: some() }
      if (kind === 2) return { not: inner() }
    }
    if (segments.length > 0 && random.once(5)) return { segment: random.one(segments) }
    if (flags.length > 0 && random.once(5))
      return { flag: random.one(flags), variants: random.one([['on'], ['off', 'b'], ['b']]) }
    if (random.once(7)) return { in: random.once(2) ? stretch() : { point: point(), ...stretch() } }
    return random.once(20) ? true : leaf()
  }
  const serve = (whole: boolean): Serve => {
    if (!random.once(3)) return { variant: random.one(['on', 'off', 'b']) }
    const cuts = [
      0,
      ...[random.one([0, 1, 50_000, 100_000]), random.one([0, 33_333, 99_999])].sort((a, b) => a - b),
      100_000,
    ]
    const parts = cuts
      .slice(1)
      .map((to, at) => ({ variant: random.one(['on', 'off', 'b']), from: cuts[at] as number, to }))
      .filter(({ from, to }) => to > from && (whole || !random.once(4)))
    return { split: { ...(random.once(2) && { point: point() }), parts } }
  }
  const flag = (key: string, flags: readonly string[], segments: readonly string[]): FlagDocument => ({
    ...aFlag(key),
    ...{
      type: 'string',
      variants: { on: 'x', off: 'y', b: random.one(['z', 'x']) },
      offVariant: random.one(['off', null]),
    },
    on: !random.once(8),
    salt: random.one([...salts, key]),
    prerequisites: flags
      .filter(() => random.once(3))
      .map((other) => ({ flag: other, variants: random.one([['on'], ['on', 'b'], ['off']]) })),
    rules: Array.from({ length: random.int(4) }, (_, at) => ({
      ...{ id: `r${at}`, when: condition(4, flags, segments), serve: serve(false) },
    })),
    otherwise: serve(true),
  })
  const segment = (key: string, segments: readonly string[]): SegmentDocument =>
    aSegment(key, {
      included: random.once(2) ? ['a', 'user-1', ''] : [],
      excluded: random.once(3) ? ['user-1', 'ab'] : [],
      when: random.once(5) ? null : condition(3, [], segments),
    })
  const documents = () => ({
    segments: [segment('s0', []), segment('s1', ['s0']), segment('s2', ['s0', 's1'])],
    flags: [
      flag('f0', [], ['s0', 's1']),
      flag('f1', ['f0'], ['s0', 's1', 's2']),
      flag('f2', ['f0', 'f1'], ['s2']),
      flag('f3', ['f1', 'f2'], ['s1', 's2']),
    ],
  })
  /** Two states. The second replaces some documents by others, or one rule. */
  return (): readonly [Datafile, Datafile] => {
    const [one, two] = [documents(), documents()]
    const mixed = <T>(a: readonly T[], b: readonly T[], often: number) =>
      a.map((was, at) => (random.once(often) ? (b[at] as T) : was))
    const edited = one.flags.map((was, at) => {
      const rules = two.flags[at]?.rules ?? []
      return random.once(2)
        ? { ...was, rules: was.rules.map((rule, index) => (index === 0 ? (rules[0] ?? rule) : rule)) }
        : was
    })
    const flags = random.once(2) ? edited : mixed(one.flags, two.flags, 3)
    return [aDatafile(one.flags, one.segments), aDatafile(flags, mixed(one.segments, two.segments, 4))]
  }
}
