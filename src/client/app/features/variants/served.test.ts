import { describe, expect, it } from 'vitest'
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
