import { describe, expect, it } from 'vitest'
import type { ExtendedSplit } from '../../../../shared/schemas/extended-split.ts'
import type { Serve } from '../../../../shared/schemas/split.ts'
import { servedShares, servedWords } from './served.ts'

const split = (...parts: [variant: string, from: number, to: number][]) => ({
  split: { parts: parts.map(([variant, from, to]) => ({ variant, from, to })) },
})

describe('what a rule serves, in a table', () => {
  it.each([
    [{ variant: 'on' }, [{ variant: 'on', share: '' }]],
    [split(['on', 0, 60_000], ['off', 60_000, 100_000]), [{ variant: 'on', share: '60%, rest off' }]],
    [split(['on', 0, 25_000]), [{ variant: 'on', share: '25%' }]],
    [
      split(['a', 0, 20_000], ['b', 20_000, 50_000], ['c', 50_000, 100_000]),
      [
        { variant: 'a', share: '20%' },
        { variant: 'b', share: '30%' },
        { variant: 'c', share: '50%' },
      ],
    ],
    [split(), []],
  ])('of %j is %j', (serve, words) => {
    expect(servedWords(serve)).toEqual(words)
  })
  it('is nothing that could be said of another system’s division', () => {
    expect(servedWords({ error: 'GENERAL' })).toBe(null)
  })
  it('has a gap where later rules decide', () => {
    expect(servedShares(split(['on', 0, 25_000]), new Map([['on', 'on']]))).toEqual([
      { key: 'on', slot: 'on', size: 25_000 },
      { key: '', slot: null, size: 75_000 },
    ])
  })
})

describe('what an imported rule serves', () => {
  const point = {
    unit: { parts: [{ literal: 'a' }] },
    hash: { algorithm: 'sha1-prefix' as const, hex: 15 as const },
    norm: { kind: 'div' as const, by: 2 ** 60 },
  }
  const wide = (slots: ExtendedSplit<Serve>['slots']): Serve => ({
    wide: { point, bounds: '[)', slots, overflow: 'last', noUnit: 'none', source: { layout: 'weights', weights: [] } },
  })

  it('is the part of its users that the rollout lets in', () => {
    expect(servedWords({ variant: 'on' }, 0.07)).toEqual([{ variant: 'on', share: '7%' }])
  })

  it('is the shares of an imported split', () => {
    const slots = [
      { lo: 0, hi: 0.25, serve: { variant: 'a' } },
      { lo: 0.25, hi: 1, serve: { variant: 'b' } },
    ]
    expect(servedWords(wide(slots))).toEqual([{ variant: 'a', share: '25%, rest b' }])
    expect(servedWords(wide([{ lo: 0, hi: 0.5, serve: { error: 'GENERAL' } }]))).toBeNull()
  })
})
