import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExperimentSetup } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import { armsOfServe } from '../arms-of-serve.ts'
import { beginWith, evenArms, evenWeights, formOf, newForm, setupOf } from './setup-form.ts'

const setup = fc
  .record({
    arms: fc.integer({ min: 2, max: 10 }).map((n) => evenArms(Array.from({ length: n }, (_, at) => `v${at}`))),
    by: fc.constantFrom(undefined, 'companyId'),
    layer: fc.constantFrom(undefined, 'checkout'),
    hypothesis: fc.constantFrom('', 'It helps.'),
    primary: fc.constant(['a']),
    guards: fc.constantFrom([], [{ metric: 'b', then: 'stop' as const, margin: 0.1 }]),
    mode: fc.constantFrom('planned', 'open-ended', 'fixed'),
    days: fc.integer({ min: 1, max: 180 }),
  })
  .map(({ by, layer, ...one }) =>
    ExperimentSetup.parse({ ...one, ...(by !== undefined && { by }), ...(layer !== undefined && { layer }) }),
  )

describe('the form of an experiment', () => {
  it('says the experiment again that it was filled from', () => {
    fc.assert(
      fc.property(setup, (one) => {
        expect(ExperimentSetup.parse(setupOf(formOf(one)))).toEqual(one)
      }),
    )
  })

  it('makes weights even, whatever their number', () => {
    for (let arms = 2; arms <= 10; arms++) {
      const weights = evenWeights(arms)
      expect(weights.reduce((sum, one) => sum + one, 0)).toBe(100_000)
      expect(Math.max(...weights) - Math.min(...weights)).toBeLessThan(arms)
    }
  })
})

const split = (...parts: [variant: string, from: number, to: number][]) => ({
  split: { parts: parts.map(([variant, from, to]) => ({ variant, from, to })) },
})

const boolean: FlagDocument = {
  ...{ key: 'checkout', type: 'boolean', salt: 'salt', on: true, prerequisites: [], rules: [], visibleToClients: true },
  ...{ variants: { on: true, off: false }, offVariant: 'off', otherwise: { variant: 'off' } },
}

describe('an experiment made from a rule', () => {
  it('takes a split that gives all, its first variant the control', () => {
    expect(armsOfServe(split(['b', 0, 30_000], ['a', 30_000, 90_000], ['b', 90_000, 100_000]))).toEqual([
      { variant: 'b', weight: 40_000 },
      { variant: 'a', weight: 60_000 },
    ])
    expect(armsOfServe(split(['a', 0, 50_000]))).toBe(null)
    expect(armsOfServe({ variant: 'a' })).toBe(null)
  })

  it('is about whom the rule is about, and goes before it', () => {
    const when = { attribute: 'country', operator: 'is' as const, values: ['NO'] }
    const rule = { id: 'nordic', when, serve: split(['on', 0, 20_000], ['off', 20_000, 100_000]) }
    const document: FlagDocument = { ...boolean, rules: [rule] }
    expect(beginWith(document, 'nordic')).toMatchObject({
      audience: when,
      rule: 'nordic',
      arms: [{ variant: 'on' }, {}],
    })
    expect(beginWith(document, undefined)).toMatchObject({ audience: true, rule: null })
  })

  it('begins with off against on where nothing is split', () => {
    expect(newForm(boolean, undefined).arms.map(({ variant }) => variant)).toEqual(['off', 'on'])
    expect(newForm(undefined, undefined).arms).toEqual([])
  })
})
