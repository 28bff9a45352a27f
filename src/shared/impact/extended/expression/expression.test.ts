import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceOf } from '../../../../../tests/support/difference.ts'
import { anExpressionContext, anExpressionPair } from '../../../../../tests/support/expression-arbitraries.ts'
import { expectDifferences, freshCount } from '../../../../../tests/support/moves.ts'
import { draws, drawsMore } from '../../../../../tests/support/seed.ts'
import type { Context } from '../../../schemas/context.ts'
import type { Datafile } from '../../../schemas/datafile.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { attributesRead } from '../../attributes-read.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const runs = draws(400)
/** A few documents would take most of the time, so normal runs use a smaller budget. */
const budget = drawsMore ? {} : { steps: 60_000, coverSteps: 10_000 }

describe('the difference of expressions', () => {
  it('holds exactly the contexts whose answer changes', () => {
    const counted = freshCount()
    fc.assert(
      fc.property(
        anExpressionPair(),
        fc.array(anExpressionContext(), { minLength: 10, maxLength: 20 }),
        ([before, after], contexts) =>
          expectDifferences(before, after, contexts as Context[], counted, { nowMs, ...budget }),
      ),
      { numRuns: runs, endOnFailure: process.env['FANION_SHRINK'] === undefined },
    )
    if (drawsMore) console.info(counted)
    expect(counted.exact).toBeGreaterThan(runs / 4)
    expect(counted.regions).toBeGreaterThan(runs / 4)
  }, 3_600_000)
})

describe('a changed expression', () => {
  const state = (expr: Json, dialect: 'shift' | 'plain' | 'query' = 'shift'): Datafile => ({
    ...{ format: 1, project: 'shop', environment: 'production', revision: 1, digest: '', segments: {} },
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: {
      alpha: {
        ...{ key: 'alpha', type: 'boolean', on: true, variants: { on: true, off: false }, offVariant: null },
        ...{ prerequisites: [], rules: [{ id: 'targeting', when: true, serve: { expr, dialect } }] },
        ...{ otherwise: { variant: 'off' }, salt: 'alpha', visibleToClients: false },
      },
    },
  })
  const told = (a: Json, b: Json) => differenceOf(state(a), state(b), 'alpha', { nowMs })
  const plan = { var: 'plan' }

  it('says who is between two limits', () => {
    const older = (limit: number): Json => ({ if: [{ '>=': [{ var: 'age' }, limit] }, 'on', 'off'] })
    expect(told(older(21), older(18))).toMatchObject({
      state: 'exact',
      moves: [{ from: { variant: 'off' }, to: { variant: 'on' }, regions: [{ example: { age: 18 } }] }],
    })
  })

  it('is found in the JSONLogic of GO Feature Flag, which compares values in its own way', () => {
    const ofQuery = (query: Json): Datafile => state({ if: [{ query }, 'on', null] }, 'query')
    const difference = (a: Json, b: Json) => differenceOf(ofQuery(a), ofQuery(b), 'alpha', { nowMs })
    const adult = (limit: Json): Json => ({ '>=': [{ var: 'age' }, limit] })
    expect(difference(adult(18), adult(18))).toMatchObject({ state: 'exact', moves: [] })
    // Go parses texts as numbers by its own rules, which no condition can describe.
    const older = difference(adult(18), adult(21))
    expect(older.state).toBe('unlisted')
    expect('moves' in older ? older.moves : []).toContainEqual(expect.objectContaining({ example: { age: 18 } }))
    const of = (...plans: string[]): Json => ({ and: [{ in: [plan, plans] }, { '!=': [{ var: 'country' }, 'NO'] }] })
    expect(difference(of('pro'), of('pro', 'team'))).toMatchObject({
      state: 'exact',
      moves: [{ from: { variant: 'off' }, to: { variant: 'on' }, regions: [{ example: { plan: 'team' } }] }],
    })
  })

  it('tells the share of a division that is moved', () => {
    const share = (percent: number): Json => ({
      if: [
        { '==': [plan, 'pro'] },
        {
          fractional: [
            ['on', percent],
            ['off', 100 - percent],
          ],
        },
        'off',
      ],
    })
    const difference = told(share(10), share(25))
    expect(difference).toMatchObject({ state: 'exact', moves: [{ from: { variant: 'off' }, to: { variant: 'on' } }] })
    expect(difference.state === 'exact' && difference.moves[0]?.regions[0]?.share).toBe(15_000)
  })

  it('tells of the one whose list is itself the only share with weight', () => {
    const alone: Json = { fractional: { var: 'email' } }
    const weightless: Json = { fractional: [['on', 0]] }
    for (const [a, b] of [
      [weightless, alone],
      [alone, weightless],
      [weightless, { fractional: [{ var: 'email' }, ['on', 0]] }],
    ] as [Json, Json][]) {
      const counted = freshCount()
      const contexts = [{ targetingKey: 'a', email: ['on'] }, { targetingKey: 'a', email: [] }, { targetingKey: 'a' }]
      expectDifferences(state(a), state(b), contexts as Context[], counted, { nowMs })
      expect(told(a, b)).not.toMatchObject({ moves: [] })
    }
  })

  it('moves nobody where it asks the same in other words', () => {
    const same: [Json, Json][] = [
      [{ '==': [plan, 'pro'] }, { '==': [{ var: ['plan'] }, 'pro'] }],
      [{ '!': [{ '!': [{ in: [plan, ['pro', 'free']] }] }] }, { in: [plan, ['free', 'pro']] }],
      [
        { and: [{ in: [plan, ['pro']] }, { '<': [{ var: 'age' }, 18] }] },
        { '!': { or: [{ '!': { in: [plan, ['pro']] } }, { '!': { '<': [{ var: 'age' }, 18] } }] } },
      ],
      [{ if: [{ '===': [plan, 'pro'] }, true, false] }, { '===': [plan, 'pro'] }],
    ]
    for (const [a, b] of same)
      expect(told({ if: [a, 'on', 'off'] }, { if: [b, 'on', 'off'] })).toMatchObject({ state: 'exact', moves: [] })
  })

  it('reads the attributes that it names', () => {
    const expr: Json = {
      if: [
        { and: [{ '==': [{ var: 'user.team' }, 'a'] }, { some: [{ var: 'tags' }, { '==': [{ var: 'x' }, 'x'] }] }] },
        {
          fractional: [
            ['on', 1],
            ['off', 1],
          ],
        },
        { var: ['$flag.timestamp', { var: 'plan' }] },
      ],
    }
    expect(attributesRead(state(expr).flags['alpha'] as FlagDocument)).toEqual([
      ...['user.team', 'tags', 'targetingKey', 'plan'],
    ])
  })

  it('is not decided where only what it yields as a whole was changed', () => {
    const whole = (more: number): Json => ({ if: [{ '>': [{ '+': [plan, { var: 'age' }] }, more] }, 'on', 'off'] })
    expect(told(whole(1), whole(2)).state).not.toBe('exact')
    expect(told(whole(1), whole(1))).toMatchObject({ state: 'exact', moves: [] })
  })
})
