import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSlots } from '../../../shared/engine/slots.ts'
import { createExposures, type Exposure } from './exposures.ts'

const aBox = (max?: number) => {
  const slots = createSlots()
  const plain = slots.of('hero', 'on')
  const byKey = slots.of('hero', 'on', { run: 1, by: null })
  const byCompany = slots.of('hero', 'off', { run: 2, by: 'company.id' })
  const fallback = slots.of('hero', null)
  const told: Exposure[] = []
  const exposures = createExposures(slots, (one) => told.push(one), max)
  return { slots, plain, byKey, byCompany, fallback, told, exposures }
}

describe('exposures', () => {
  it('are told of measured answers alone, once for a unit, by the text that was divided', () => {
    const { plain, byKey, byCompany, fallback, told, exposures } = aBox()
    const ada = { targetingKey: 'ada', company: { id: 7 } }
    for (let times = 0; times < 3; times += 1)
      for (const slot of [plain, byKey, byCompany, fallback, -1, -2, 9_999]) exposures.note(slot, ada)
    expect(told).toEqual([
      { run: 1, by: null, variant: 'on', unit: 'ada' },
      { run: 2, by: 'company.id', variant: 'off', unit: '7' },
    ])
  })

  it('are of nobody without a unit', () => {
    const { byKey, byCompany, told, exposures } = aBox()
    for (const targetingKey of [undefined, '', 'x'.repeat(513)]) exposures.note(byKey, { targetingKey })
    exposures.note(byCompany, { targetingKey: 'ada', company: {} })
    expect(told).toEqual([])
  })

  it('of units that were forgotten are told again; as many as fit are told once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (units) => {
        const { byKey, told, exposures } = aBox(10)
        for (const unit of units) exposures.note(byKey, { targetingKey: `u${unit}` })
        const distinct = new Set(units)
        expect(new Set(told.map(({ unit }) => unit)).size).toBe(distinct.size)
        if (distinct.size <= 10) expect(told).toHaveLength(distinct.size)
      }),
      { numRuns: 200 },
    )
  })

  it('go over to the slots of another datafile', () => {
    const { byKey, told, exposures } = aBox()
    exposures.note(byKey, { targetingKey: 'ada' })
    const next = createSlots()
    const slots = [next.of('a', 'on'), next.of('b', 'on', { run: 3, by: null })]
    exposures.bind(next)
    for (const slot of slots) exposures.note(slot, { targetingKey: 'ada' })
    expect(told.map(({ run }) => run)).toEqual([1, 3])
  })
})
