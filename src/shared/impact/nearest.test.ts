import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changesBy,
  datafileWithCondition,
  evaluationMs,
  testsOtherAnswers,
} from '../../../tests/support/other-answers.ts'
import { aVendorContext, aVendorPair } from '../../../tests/support/vendor-arbitraries.ts'
import { compile } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import { everyModule } from './extended/every-module.ts'
import { nearestAnswers } from './nearest.ts'

const ask = (...asked: Parameters<typeof nearestAnswers>) => nearestAnswers(...asked) ?? []

describe('the nearest other answers', () => {
  testsOtherAnswers(ask)

  it('tells every other variant that an attribute alone gives, and two together where none does', () => {
    const pro: Condition = { attribute: 'plan', operator: 'is', values: ['pro'] }
    const norway: Condition = { attribute: 'country', operator: 'is', values: ['NO'] }
    const both = nearestAnswers(
      datafileWithCondition({ all: [pro, norway] }),
      'checkout',
      { country: 'SE' },
      evaluationMs,
    )
    expect(both).toMatchObject([
      { attribute: 'plan', value: 'pro', also: [{ attribute: 'country', value: 'NO' }], outcome: { variant: 'on' } },
    ])
    const changes = changesBy(ask)
    expect(changes({ all: [pro, norway] }, { country: 'NO' })).toEqual([['plan', 'pro', 'on']])
    const email: Condition = { attribute: 'email', operator: 'matches', values: [String.raw`^\w+@acme\.com$`] }
    expect(changes(email, {})).toEqual([['email', expect.stringMatching(/^\w+@acme\.com$/), 'on']])
  })

  it('is true of documents of other systems, too', () => {
    let told = 0
    fc.assert(
      fc.property(aVendorPair(), aVendorContext(), ([datafile], given) => {
        const context = given as Context
        for (const key of Object.keys(datafile.flags)) {
          const answer = (one: Context) => evaluate(compile(datafile, everyModule), key, one, evaluationMs).variant
          for (const { context: other, outcome } of nearestAnswers(datafile, key, context, evaluationMs) ?? []) {
            told += 1
            expect(answer(other)).toBe(outcome.variant)
            expect(outcome.variant).not.toBe(answer(context))
          }
        }
      }),
      { numRuns: 30 },
    )
    expect(told).toBeGreaterThan(0)
  })
})
