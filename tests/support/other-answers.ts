import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildDatafile } from '../../src/shared/datafile/build.ts'
import { explain } from '../../src/shared/engine/explain.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { OtherAnswer } from '../../src/shared/text/explain/other-answer.ts'
import { aContext, aDatafile } from './arbitraries.ts'
import { aFlag } from './builders.ts'

/** The time of all evaluations. */
export const evaluationMs = Date.UTC(2026, 10, 20)

/** Finds contexts near this one for which a flag has another outcome. */
type Ask = (datafile: Datafile, key: string, context: Context, nowMs: number) => readonly OtherAnswer[]

/** A datafile with one flag that is on if a condition matches. */
export const datafileWithCondition = (when: Condition): Datafile =>
  buildDatafile({
    project: 'shop',
    environment: 'production',
    revision: 1,
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: { checkout: aFlag('checkout').rule(when, 'on') },
    segments: {},
  })

/**
 * The results for a flag that is on if a condition matches: each attribute, its other value, and the resulting variant.
 */
export const changesBy = (ask: Ask) => (when: Condition, context: Context) =>
  ask(datafileWithCondition(when), 'checkout', context, evaluationMs).map(({ attribute, value, outcome }) => [
    attribute,
    value,
    outcome.variant,
  ])

/** The contract of every implementation that finds other outcomes. */
export const testsOtherAnswers = (ask: Ask): void => {
  it('is true for every change it tells: explained anew, the other answer comes out', () => {
    let told = 0
    fc.assert(
      fc.property(aDatafile(), aContext(), (datafile, context) => {
        for (const key of Object.keys(datafile.flags)) {
          const { variant } = explain(datafile, key, context, evaluationMs).outcome
          for (const { context: other, outcome } of ask(datafile, key, context, evaluationMs)) {
            told += 1
            expect(explain(datafile, key, other, evaluationMs).outcome.variant).toBe(outcome.variant)
            expect(outcome.variant).not.toBe(variant)
          }
        }
      }),
    )
    expect(told).toBeGreaterThan(0)
  })

  const changes = changesBy(ask)

  it.each<[string, Condition, Context, unknown[]]>([
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

  it('tells nothing where no attribute was asked for', () => {
    expect(changes(true, { country: 'NO' })).toEqual([])
  })
}
