import { describe, expect, it } from 'vitest'
import { aFlag, aFlagOf, aSegment, split, stateOf, where } from '../../../tests/support/builders.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { impactOf } from './impact.ts'
import { movesNoUser } from './moves-no-user.ts'
import { impactLines } from './words.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')

describe('the impact of one state in place of another', () => {
  it('is told in sentences, with somebody it happens to', () => {
    const rule = { all: [where('country', 'isOneOf', 'NO', 'DE'), where('plan', 'isNot', 'free')] }
    const at = (to: number) => stateOf([aFlag('checkout').rule(rule, split({ on: to, off: 100_000 - to }))])
    expect(impactLines(impactOf(at(10_000), at(25_000), { nowMs }))).toEqual([
      'checkout',
      '  Everyone who gets “on” now keeps it.',
      '  off → on',
      '    country is NO or DE and plan is not free: 15% of them',
      expect.stringMatching(/^ {6}e\.g\. \{.*"targetingKey":"user-\d+".*\}$/),
    ])
  })

  it('says a rollout as a share, and who has no bucket', () => {
    const told = (before: FlagDocument, after: FlagDocument) =>
      impactLines(impactOf(stateOf([before]), stateOf([after]), { nowMs })).filter((one) => /^ {4}\S/.test(one))
    const half = split({ on: 50_000, off: 50_000 })
    const stretches = (...weights: number[]) =>
      weights.map((to, at) => ({ variant: at % 2 === 0 ? 'on' : 'off', from: weights[at - 1] ?? 0, to }))
    const byCompany = { split: { point: { by: 'company' }, parts: stretches(50_000, 100_000) } }
    expect(told(aFlag().serving('off'), aFlag().serving(half))).toEqual(['    everyone: 50% of them'])
    expect(told(aFlag().serving('on'), aFlag().serving(half))).toEqual([
      '    everyone: 50% of them, and anyone without a targeting key',
    ])
    expect(told(aFlag().serving('off'), aFlag().serving(byCompany))).toEqual(['    everyone: 50% of them, by company'])
    expect(
      told(aFlag().rule(where('country', 'is', 'IS'), half), aFlag().rule(where('country', 'is', 'IS'), 'on')),
    ).toEqual(['    of those who get off now, country is IS'])
    // The share among users who currently get off differs from the share among all users.
    const rolled = (on: number, ...countries: string[]) =>
      aFlag()
        .rule(where('country', 'isOneOf', ...countries), split({ on, off: 100_000 - on }))
        .serving(half)
    expect(told(rolled(30_000, 'NO', 'SE'), rolled(60_000, 'NO', 'IS'))).toEqual([
      '    of those who get off now, country is NO or IS, with a bucket from 30% to 60%',
      '    everyone who gets off now, with a bucket from 30% to 50%',
    ])
    const parts = stretches(20_000, 40_000, 60_000, 80_000, 100_000)
    expect(told(aFlag().serving('off'), aFlag().serving({ split: { parts } }))).toEqual(['    everyone: 60% of them'])
  })

  it('goes through segments and prerequisites, and says which flags nobody notices', () => {
    const flags = [
      aFlag('checkout').rule({ segment: 'staff' }, 'on'),
      aFlag('express').serving('on').requiring('checkout', 'on'),
      aFlag('plain').rule(
        { all: [{ segment: 'staff' }, where('country', 'is', 'NO'), where('country', 'is', 'SE')] },
        'on',
      ),
      aFlag('untouched').serving('on'),
    ]
    const staff = (...included: string[]) => ({ staff: aSegment('staff', { included }) })
    const impact = impactOf(stateOf(flags, staff('anna')), stateOf(flags, staff('anna', 'bo')), { nowMs })
    expect(impactLines(impact)).toEqual([
      'checkout, through a flag or segment it uses',
      '  Everyone who gets “on” now keeps it.',
      '  off → on',
      '    targetingKey is bo',
      '      e.g. {"targetingKey":"bo"}',
      'express, through a flag or segment it uses',
      '  Everyone who gets “on” now keeps it.',
      '  off → on',
      '    targetingKey is bo',
      '      e.g. {"targetingKey":"bo"}',
      'No one moves in: plain.',
    ])
  })

  it('names twenty values of a list, and counts the others', () => {
    const keys = Array.from({ length: 258 }, (_, at) => `u${at}`)
    const after = stateOf([aFlag('f').rule(where('targetingKey', 'isOneOf', ...keys), 'on')])
    const line = impactLines(impactOf(stateOf([aFlag('f')]), after, { nowMs }))[3]
    expect(line).toMatch(/^    targetingKey is u0, u1, .*, u18, u19 and 238 more$/)
  })

  it('is nothing where documents differ in words only', () => {
    const state = (limit: Parameters<typeof where>) => stateOf([aFlag('f').rule(where(...limit), 'on')])
    const impact = impactOf(state(['country', 'isOneOf', 'NO', 'SE']), state(['country', 'isOneOf', 'SE', 'NO']), {
      nowMs,
    })
    expect(movesNoUser(impact)).toBe(true)
    expect(impactLines(impact)).toEqual(['No one moves in any flag.'])
  })

  it('tells of a new flag, one that goes, one with another value, and one it cannot read', () => {
    const before = [aFlagOf('string', { a: 'x', b: 'y' }, 'text'), aFlag('gone').serving('on'), aFlag('foreign')]
    const after = [
      aFlagOf('string', { a: 'z', b: 'y' }, 'text'),
      aFlag('fresh'),
      aFlag('foreign').with({
        otherwise: { expr: { if: [{ '+': [{ var: 'plan' }, { var: 'more' }] }, 'on', 'off'] }, dialect: 'shift' },
      }),
    ]
    expect(impactLines(impactOf(stateOf(before), stateOf(after), { nowMs }))).toEqual([
      'text',
      '  a → a with another value',
      '    everyone',
      '      e.g. {}',
      'gone',
      '  on → the default in code',
      '    everyone',
      '      e.g. {}',
      'foreign',
      '  Not decided: it has rules from another system, which can be run but not compared.',
      'fresh',
      '  the default in code → off',
      '    everyone',
      '      e.g. {}',
    ])
  })
})
