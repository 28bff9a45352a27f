import { describe, expect, it } from 'vitest'
import { cellLabel, cellShares } from './cell-shares.ts'

const boolean = { type: 'boolean', variants: ['on', 'off'] }
const hero = { type: 'string', variants: ['classic', 'compact', 'grid'] }
const cell = (more: object = {}) => ({
  on: true,
  off: 'off',
  rules: 0,
  serves: {
    rest: {
      shares: [
        { variant: 'on', weight: 25_000 },
        { variant: 'off', weight: 75_000 },
      ],
    },
  },
  ...more,
})

describe('a cell of the flag list', () => {
  it('shows what programs were given, on as on and off as neutral', () => {
    const shown = cellShares(boolean, cell(), [
      ['off', 57],
      ['on', 43],
    ])
    expect(shown.shares).toEqual([
      { key: 'on', slot: 'on', size: 43 },
      { key: 'off', slot: 'off', size: 57 },
    ])
    expect([shown.planned, cellLabel(shown, cell(), false), cellLabel(shown, cell(), true)]).toEqual([
      false,
      '43%',
      'on 43%',
    ])
    expect(shown.sentence).toBe('on 43%, off 57% in the last 24 hours. Set to serve: on for 25%, off for 75%')
  })

  it('shows what it is set to give where nobody asked', () => {
    const shown = cellShares(boolean, cell(), undefined)
    expect([shown.planned, shown.main, shown.sentence]).toEqual([
      true,
      { variant: 'on', share: '25%' },
      'on for 25%, off for 75%',
    ])
  })

  it('says how many rules there are where a figure would leave them out', () => {
    const ruled = cell({ rules: 2 })
    expect(cellLabel(cellShares(boolean, ruled, []), ruled, true)).toBe('2 rules')
  })

  it('gives each variant the place it has in the table, and tells the largest', () => {
    const shown = cellShares(hero, cell({ off: null }), [
      ['grid', 20],
      ['classic', 60],
      [null, 5],
      ['compact', 15],
    ])
    expect(shown.shares.map(({ key, slot }) => [key, slot])).toEqual([
      ['classic', 0],
      ['compact', 1],
      ['grid', 2],
      ['', 'off'],
    ])
    expect(shown.main).toEqual({ variant: 'classic', share: '60%' })
  })

  it('never says all or none of what is almost so', () => {
    const almost = cellShares(boolean, cell(), [
      ['on', 999_999],
      ['off', 1],
    ])
    expect(almost.sentence).toContain('on >99%, off <1%')
  })

  it('leaves a gap for those that later rules serve', () => {
    const some = cellShares(
      boolean,
      cell({ serves: { rest: { shares: [{ variant: 'on', weight: 25_000 }] } } }),
      undefined,
    )
    expect(some.shares).toEqual([
      { key: 'on', slot: 'on', size: 25_000 },
      { key: ' ', slot: null, size: 75_000 },
    ])
  })
})
