import { describe, expect, it } from 'vitest'
import { aFlag, aDatafile as datafile, split, where } from '../../../tests/support/builders.ts'
import { explain } from './explain.ts'

describe('an explanation', () => {
  it('tells every step with what was compared', () => {
    const flag = aFlag()
      .requiring('a', 'on')
      .rule({ all: [where('plan', 'is', 'pro'), where('age', 'atLeast', 18)] }, split({ on: 100_000 }))
    const documents = datafile([flag, aFlag('a').serving('on')])
    const { outcome, steps } = explain(documents, 'checkout', { targetingKey: 'u', plan: 'pro', age: 17 }, 0)
    expect(outcome).toMatchObject({ variant: 'off', reason: 'DEFAULT' })
    expect(steps).toMatchObject([
      { step: 'state', on: true },
      { step: 'prerequisite', flag: 'a', actual: 'on', passed: true },
      {
        step: 'rule',
        decided: false,
        when: {
          kind: 'all',
          result: false,
          of: [
            { kind: 'leaf', attribute: 'plan', operator: 'is', values: ['pro'], actual: 'pro', result: true },
            { kind: 'leaf', attribute: 'age', actual: 17, result: false },
          ],
        },
      },
      { step: 'otherwise', serve: { kind: 'variant', variant: 'off' } },
    ])
  })
  it('tells where a unit fell', () => {
    const documents = datafile([aFlag().serving(split({ on: 50_000, off: 50_000 }))])
    const { steps } = explain(documents, 'checkout', { targetingKey: 'user-1' }, 0)
    expect(steps.at(-1)).toMatchObject({
      step: 'otherwise',
      serve: { kind: 'split', place: { attribute: 'targetingKey', unit: 'user-1', salt: 'checkout' }, nothing: null },
    })
  })
})
