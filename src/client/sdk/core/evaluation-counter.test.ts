import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSlots } from '../../../shared/engine/slots.ts'
import { createEvaluationCounter } from './evaluation-counter.ts'

describe('counting', () => {
  it('counts by flag and variant', () => {
    const slots = createSlots()
    const counting = createEvaluationCounter(slots)
    counting.hit(slots.of('checkout', 'on'))
    counting.hit(slots.of('checkout', null))
    counting.hit(slots.of('checkout', 'on'))
    expect(counting.take()).toEqual({
      rows: [
        { flag: 'checkout', variant: 'on', count: 2 },
        { flag: 'checkout', variant: null, count: 1 },
      ],
      dropped: 0,
    })
  })

  it('starts from nothing after each take', () => {
    const slots = createSlots()
    const counting = createEvaluationCounter(slots)
    counting.hit(slots.of('checkout', 'on'))
    counting.take()
    expect(counting.take()).toEqual({ rows: [], dropped: 0 })
  })

  it('keeps its counts when another datafile gives the slots another meaning', () => {
    const [before, after] = [createSlots(), createSlots()]
    const counting = createEvaluationCounter(before)
    counting.hit(before.of('checkout', 'on'))
    counting.bind(after)
    counting.hit(after.of('hero', 'classic'))
    counting.hit(after.of('checkout', 'on'))
    expect(counting.take().rows).toEqual([
      { flag: 'checkout', variant: 'on', count: 2 },
      { flag: 'hero', variant: 'classic', count: 1 },
    ])
  })

  it('drops what is beyond its bound and says how many, and has room again after a take', () => {
    const slots = createSlots()
    const counting = createEvaluationCounter(slots, 2)
    for (const flag of ['a', 'b', 'c', 'a', 'd']) counting.hit(slots.of(flag, 'on'))
    const { rows, dropped } = counting.take()
    expect(rows.map((row) => [row.flag, row.count])).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    expect(dropped).toBe(2)
    counting.hit(slots.of('c', 'on'))
    expect(counting.take()).toMatchObject({ rows: [{ flag: 'c', count: 1 }], dropped: 0 })
  })

  it('drops what the server would refuse: no slot, or a key that no flag can have', () => {
    const slots = createSlots()
    const counting = createEvaluationCounter(slots)
    counting.hit(-1)
    for (const key of ['', 'k'.repeat(101), 'a\0b', 'ü']) counting.hit(slots.of(key, null))
    expect(counting.take()).toEqual({ rows: [], dropped: 5 })
  })

  it('loses nothing: what it tells and what it drops is what it was told', () => {
    const step = fc.oneof(
      { weight: 20, arbitrary: fc.tuple(fc.nat(400), fc.constantFrom('on', 'off', null)) },
      { weight: 1, arbitrary: fc.constant('bind' as const) },
      { weight: 1, arbitrary: fc.constant('take' as const) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 600 }), fc.integer({ min: 1, max: 300 }), (steps, max) => {
        let slots = createSlots()
        const counting = createEvaluationCounter(slots, max)
        let told = 0
        let accounted = 0
        const take = () => {
          const { rows, dropped } = counting.take()
          expect(rows.length).toBeLessThanOrEqual(max)
          accounted += rows.reduce((sum, row) => sum + row.count, dropped)
        }
        for (const one of steps) {
          if (one === 'take') take()
          else if (one === 'bind') counting.bind((slots = createSlots()))
          else {
            counting.hit(slots.of(`flag-${one[0]}`, one[1]))
            told += 1
          }
        }
        take()
        expect(accounted).toBe(told)
      }),
    )
  })
})
