import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, aSegment, type FlagBuilder, split, stateOf, where } from '../../../tests/support/builders.ts'
import { differenceOf } from '../../../tests/support/difference.ts'
import { expectDifferences, freshCount } from '../../../tests/support/moves.ts'
import { draws, drawsMore } from '../../../tests/support/seed.ts'
import { canonicalJson } from '../datafile/canonical-json.ts'
import { bucketOf } from '../engine/bucketing/native.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')

const stateWith = (flag: FlagDocument, segments: Datafile['segments'] = {}): Datafile => stateOf([flag], segments)

/** Two states of a project: the second has some documents of another project. */
const aPair = () =>
  fc
    .tuple(aDatafile(), aDatafile(), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
    .map(([one, two, taken]) => {
      const keys = Object.keys(one.flags)
      const flags = Object.fromEntries(
        keys.map((key, at) => [key, taken[at] && two.flags[key] !== undefined ? two.flags[key] : one.flags[key]]),
      )
      const segments = { ...two.segments, ...one.segments }
      const after = { ...one, flags, segments: taken[10] ? { ...segments, ...two.segments } : segments } as Datafile
      return [{ ...one, segments }, after] as [Datafile, Datafile]
    })

const named = (given: { variant: string | null; value: unknown }): string =>
  given.variant === null ? '' : canonicalJson([given.variant, given.value])

const runs = draws(200)
const budget = drawsMore ? {} : { steps: 30_000, coverSteps: 20_000 }

describe('the difference of two states', () => {
  const counted = freshCount()

  it('holds exactly the contexts whose answer changes, each in regions of the move it makes', () => {
    fc.assert(
      fc.property(aPair(), fc.array(aContext(), { minLength: 10, maxLength: 20 }), ([before, after], contexts) =>
        expectDifferences(before, after, contexts, counted, { nowMs, ...budget }),
      ),
      { numRuns: runs, endOnFailure: true },
    )
    expect(counted.changed).toBeGreaterThan(runs)
    expect(counted.regions).toBeGreaterThan(runs)
    expect(counted.exact).toBeGreaterThan(counted.documents * 0.9)
    expect(counted.withExample).toBeGreaterThan(counted.regions * 0.8)
    if (drawsMore) console.info(counted)
  }, 3_600_000)

  it('says who moves in the words of the rule, less those whom earlier rules serve', () => {
    const state = (to: number) =>
      stateWith(
        aFlag('f')
          .rule(where('country', 'isOneOf', 'NO', 'SE'), 'on')
          .rule(
            { all: [where('plan', 'is', 'pro'), where('age', 'atLeast', 18)] },
            split({ on: to, off: 100_000 - to }),
          ),
      )
    const difference = differenceOf(state(10_000), state(25_000), 'f', { nowMs })
    expect(difference).toEqual({
      state: 'exact',
      until: null,
      moves: [
        {
          from: { variant: 'off', value: false },
          to: { variant: 'on', value: true },
          more: 0,
          regions: [
            {
              when: {
                all: [
                  where('plan', 'is', 'pro'),
                  where('age', 'atLeast', 18),
                  { in: { point: { salt: 'f' }, from: 10_000, to: 25_000 } },
                ],
              },
              ofThose: true,
              share: 15_000,
              example: expect.objectContaining({ plan: 'pro', age: 18 }),
            },
          ],
        },
      ],
    })
  })

  it('proves that nobody is between two neighbours', () => {
    const adult = (limit: Condition) => stateWith(aFlag('f').rule(limit, 'on'))
    const older = where('age', 'greaterThan', 18)
    const neighbours: [Condition, Condition][] = [
      [older, where('age', 'atLeast', 18 + 2 ** -48)],
      [where('version', 'versionGreaterThan', '1.2.3'), where('version', 'versionAtLeast', '1.2.4-0')],
      [where('version', 'versionGreaterThan', '1.0.0-a'), where('version', 'versionAtLeast', '1.0.0-a.0')],
      [where('ip', 'inNetwork', '10.0.0.0/8'), where('ip', 'inNetwork', '10.0.0.0/9', '10.128.0.0/9')],
      [
        where('tags', 'includesAll', 'a', 'b'),
        { all: [where('tags', 'includesAny', 'a'), where('tags', 'includesAny', 'b')] },
      ],
    ]
    expect(neighbours.map(([one, two]) => differenceOf(adult(one), adult(two), 'f', { nowMs }))).toEqual(
      neighbours.map(() => ({ state: 'exact', moves: [], until: null })),
    )
    expect(differenceOf(adult(older), adult(where('age', 'greaterThan', 18 + 2 ** -48)), 'f', { nowMs })).toMatchObject(
      {
        moves: [{ regions: [{ example: { age: 18 + 2 ** -48 } }] }],
      },
    )
  })

  it('names people by the lists they are in, and by the bucket they have', () => {
    const beta = (...included: string[]) => ({ beta: aSegment('beta', { included }) })
    const flag = aFlag('f').rule({ segment: 'beta' }, split({ on: 50_000, off: 50_000 }))
    const keys = Array.from({ length: 40 }, (_, at) => `user-${at}`)
    const difference = differenceOf(stateWith(flag, beta()), stateWith(flag, beta(...keys)), 'f', { nowMs })
    const gained = keys.filter((key) => bucketOf(key, 'f') < 50_000)
    expect(difference).toMatchObject({ moves: [{ regions: [{ when: where('targetingKey', 'isOneOf', ...gained) }] }] })
  })

  it('names a segment that stays as it is in place of what is in it', () => {
    const staff = aSegment('staff', {
      included: ['anna', 'bo'],
      excluded: ['mallory'],
      when: { all: [where('country', 'isOneOf', 'NO', 'SE'), where('age', 'atLeast', 18)] },
    })
    const states = (serve: string, ...when: Condition[]) =>
      when.reduce((flag, one) => flag.rule(one, serve), aFlag('f')).rule(where('plan', 'is', 'pro'), 'on')
    const asked: [Condition[], Condition[]][] = [
      [[{ segment: 'staff' }], [{ segment: 'staff' }]],
      [
        [{ segment: 'staff' }, where('os', 'is', 'ios')],
        [{ segment: 'staff' }, where('os', 'is', 'ios')],
      ],
      [
        [{ all: [{ segment: 'staff' }, where('os', 'is', 'ios')] }],
        [{ all: [{ segment: 'staff' }, where('os', 'is', 'ios')] }],
      ],
    ]
    for (const [when, told] of asked) {
      const [before, after] = ['off', 'on'].map((serve) => stateWith(states(serve, ...when), { staff }))
      const difference = differenceOf(before as Datafile, after as Datafile, 'f', { nowMs })
      expect(difference).toMatchObject({ state: 'exact', moves: [{ regions: told.map((one) => ({ when: one })) }] })
    }
  })

  it('proves that no text is what two tests ask, and says no more than it must', () => {
    const rules = (first: string, second: string) =>
      stateWith(
        aFlag('f')
          .rule(where('email', 'endsWith', '@acme.com'), first)
          .rule(where('email', 'endsWith', '@acme.org'), second)
          .rule(
            { all: [where('email', 'endsWith', '@acme.com'), where('email', 'matches', '^[a-z]+@acme.org$')] },
            'on',
          ),
      )
    expect(differenceOf(rules('off', 'off'), rules('off', 'on'), 'f', { nowMs })).toMatchObject({
      moves: [{ regions: [{ when: where('email', 'endsWith', '@acme.org'), example: { email: 'anna@acme.org' } }] }],
    })
    const never = (operator: Parameters<typeof where>[1], value: string) =>
      stateWith(
        aFlag('f').rule(
          { all: [where('email', 'matches', String.raw`^\w+@acme\.com$`), where('email', operator, value)] },
          'on',
        ),
      )
    for (const [operator, value] of [
      ['endsWith', '.org'],
      ['contains', ' '],
      ['startsWith', '@'],
    ] as const)
      expect(differenceOf(stateWith(aFlag('f')), never(operator, value), 'f', { nowMs })).toMatchObject({ moves: [] })
    expect(differenceOf(stateWith(aFlag('f')), never('contains', 'zq9'), 'f', { nowMs })).toMatchObject({
      moves: [{ regions: [{ example: { email: expect.stringContaining('zq9') } }] }],
    })
  })

  it.each(['before', 'is'] as const)('says until when it holds, where a limit moves onto what one %s', (operator) => {
    const state = (days: number) =>
      stateWith(
        aFlag('f')
          .rule(where('signedUp', operator, '2026-11-01T00:00:00Z'), 'on')
          .rule(where('signedUp', 'newerThan', `${days}d`), 'on'),
      )
    expect(differenceOf(state(20), state(25), 'f', { nowMs })).toMatchObject({
      until: Date.parse('2026-11-01T00:00:00Z') + 20 * 86_400_000,
    })
  })

  it('ends within its steps, and says so', () => {
    // Any of four values and any of four others, twenty times: no diagram is small.
    const hostile = (last: string) =>
      stateWith(
        Array.from({ length: 20 }).reduce<FlagBuilder>(
          (flag, _, at) =>
            flag.rule(
              {
                all: [0, 1].map((half) => ({
                  any: [0, 1, 2, 3].map((one) => where(`a${(at * 7 + half * 3 + one * 5) % 20}`, 'is', `v${at}`)),
                })),
              },
              at === 19 ? last : at % 2 ? 'on' : 'off',
            ),
          aFlag('f'),
        ),
      )
    expect(differenceOf(hostile('on'), hostile('off'), 'f', { nowMs, steps: 300_000 })).toEqual({
      state: 'undecided',
      because: 'steps',
    })
    const expr = { if: [{ '+': [{ var: 'plan' }, { var: 'more' }] }, 'on', 'on'] }
    const extended = stateWith(aFlag('f').with({ otherwise: { expr, dialect: 'shift' }, type: 'boolean' }))
    expect(differenceOf(stateWith(aFlag('f')), extended, 'f', { nowMs })).toEqual({
      state: 'undecided',
      because: 'extended',
    })
  })

  it('is nothing between a state and itself, and mirrored the other way round', () => {
    fc.assert(
      fc.property(aPair(), ([before, after]) => {
        const options = { nowMs, ...budget }
        for (const flag of Object.keys(before.flags)) {
          expect(differenceOf(before, before, flag, options)).toMatchObject({ state: 'exact', moves: [] })
          const [there, back] = [differenceOf(before, after, flag, options), differenceOf(after, before, flag, options)]
          if (there.state !== 'exact' || back.state !== 'exact') continue
          expect(back.moves.map(({ from, to }) => `${named(to)}→${named(from)}`).sort()).toEqual(
            there.moves.map(({ from, to }) => `${named(from)}→${named(to)}`).sort(),
          )
        }
      }),
      { numRuns: Math.ceil(runs / 12), endOnFailure: true },
    )
  }, 3_600_000)
})
