import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag } from '../../../tests/support/builders.ts'
import { buildDatafile } from '../datafile/build.ts'
import { explain } from '../engine/explain.ts'
import type { Condition } from '../schemas/condition.ts'
import { nearestAnswers } from './nearest.ts'

const nowMs = Date.UTC(2026, 10, 20)

describe('the nearest other answers', () => {
  it('is true for every change it tells: explained anew, the other answer comes out', () => {
    let told = 0
    fc.assert(
      fc.property(aDatafile(), aContext(), (datafile, context) => {
        for (const key of Object.keys(datafile.flags)) {
          const { variant } = explain(datafile, key, context, nowMs).outcome
          for (const { context: other, outcome } of nearestAnswers(datafile, key, context, nowMs) ?? []) {
            told += 1
            expect(explain(datafile, key, other, nowMs).outcome.variant).toBe(outcome.variant)
            expect(outcome.variant).not.toBe(variant)
          }
        }
      }),
    )
    expect(told).toBeGreaterThan(0)
  })

  const asks = (when: Condition) =>
    buildDatafile({
      project: 'shop',
      environment: 'production',
      revision: 1,
      publishedAt: '2026-11-20T12:00:00.000Z',
      flags: { checkout: aFlag('checkout').rule(when, 'on') },
      segments: {},
    })

  const changes = (when: Condition, context: Record<string, unknown>) =>
    (nearestAnswers(asks(when), 'checkout', context, nowMs) ?? []).map(({ attribute, value, outcome }) => [
      attribute,
      value,
      outcome.variant,
    ])

  it.each<[string, Condition, Record<string, unknown>, unknown[]]>([
    [
      'a listed value',
      { attribute: 'country', operator: 'isOneOf', values: ['NO', 'DE'] },
      { country: 'US' },
      ['country', 'NO', 'on'],
    ],
    [
      'no value',
      { attribute: 'country', operator: 'isOneOf', values: ['NO'] },
      { country: 'NO' },
      ['country', undefined, 'off'],
    ],
    ['a greater number', { attribute: 'age', operator: 'greaterThan', values: [18] }, { age: 18 }, ['age', 19, 'on']],
    [
      'a newer version',
      { attribute: 'app', operator: 'versionGreaterThan', values: ['2.0.0'] },
      { app: '1.0.0' },
      ['app', '2.0.1', 'on'],
    ],
    [
      'an attribute inside another',
      { attribute: 'user.plan', operator: 'is', values: ['pro'] },
      { user: { plan: 'free' } },
      ['user.plan', 'pro', 'on'],
    ],
  ])('tells %s', (_, when, context, change) => {
    expect(changes(when, context)).toContainEqual(change)
  })

  it('tells every other variant that an attribute alone gives, and two together where none does', () => {
    const pro: Condition = { attribute: 'plan', operator: 'is', values: ['pro'] }
    const norway: Condition = { attribute: 'country', operator: 'is', values: ['NO'] }
    const both = nearestAnswers(asks({ all: [pro, norway] }), 'checkout', { country: 'SE' }, nowMs)
    expect(both).toMatchObject([
      { attribute: 'plan', value: 'pro', also: [{ attribute: 'country', value: 'NO' }], outcome: { variant: 'on' } },
    ])
    expect(changes({ all: [pro, norway] }, { country: 'NO' })).toEqual([['plan', 'pro', 'on']])
    const email: Condition = { attribute: 'email', operator: 'matches', values: [String.raw`^\w+@acme\.com$`] }
    expect(changes(email, {})).toEqual([['email', expect.stringMatching(/^\w+@acme\.com$/), 'on']])
  })

  it('tells nothing where no attribute was asked for', () => {
    expect(changes(true, { country: 'NO' })).toEqual([])
  })
})
