import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Serve } from '../../../../../../shared/schemas/split.ts'
import { sentence } from '../../../../../../shared/text/rules/sentence.ts'
import {
  dividedAmong,
  inDialect,
  rebalanced,
  servingOne,
  splitAmong,
  withBucketing,
  withWeights,
} from './edit-serve.ts'

const words = (serve: Serve) => sentence({ when: true, serve })

const on: Serve = { variant: 'on' }
const off: Serve = { variant: 'off' }

describe('servingOne', () => {
  it('of the whole line needs no split', () => {
    expect(servingOne(off, off, 'on', 100_000)).toEqual({ variant: 'on' })
  })
  it('keeps the left part of the line when it shrinks and grows', () => {
    const quarter = servingOne(on, on, 'on', 25_000)
    expect(servingOne(quarter, quarter, 'on', 50_000)).toEqual({
      split: { parts: [{ variant: 'on', from: 0, to: 50_000 }] },
    })
  })
})

describe('splitAmong', () => {
  it('stays a split, with what it goes by, at 0 on the way to 0.5', () => {
    const half: Serve = {
      split: {
        point: { by: 'company' },
        parts: [
          { variant: 'on', from: 0, to: 50_000 },
          { variant: 'off', from: 50_000, to: 100_000 },
        ],
      },
    }
    const zero = splitAmong(
      half,
      half,
      rebalanced(
        new Map([
          ['on', 50_000],
          ['off', 50_000],
        ]),
        'on',
        0,
      ),
    )
    expect(words(zero)).toBe('everyone → off for 100% by company')
  })
})

describe('dividedAmong', () => {
  it('gives the first variants what does not divide', () => {
    expect(words(dividedAmong({ variant: 'a' }, { variant: 'a' }, ['a', 'b', 'c']))).toBe(
      'everyone → a for 34%, b for 33%, c for 33%',
    )
  })
})

describe('withWeights', () => {
  it('moves nobody twice, whatever is typed on the way', () => {
    const half: Serve = {
      split: {
        parts: [
          { variant: 'a', from: 0, to: 50_000 },
          { variant: 'b', from: 50_000, to: 100_000 },
        ],
      },
    }
    const weights = (a: number) =>
      new Map([
        ['a', a],
        ['b', 100_000 - a],
      ])
    const onTheWay = withWeights(half, half, weights(6_000))
    expect(withWeights(half, onTheWay, weights(60_000))).toEqual(withWeights(half, half, weights(60_000)))
  })
})

describe('rebalanced', () => {
  it('keeps the sum, whatever is typed', () => {
    const anyWeights = fc.tuple(fc.nat(50_000), fc.nat(50_000))
    fc.assert(
      fc.property(anyWeights, fc.nat(100_000), ([a, b], typed) => {
        const weights = new Map([
          ['a', a],
          ['b', b],
          ['c', 100_000 - a - b],
        ])
        const next = rebalanced(weights, 'a', typed)
        expect([...next.values()].reduce((x, y) => x + y, 0)).toBe(100_000)
        expect(next.get('a')).toBe(typed)
        expect([...next.values()].every((weight) => weight >= 0)).toBe(true)
      }),
    )
  })
})

describe('withBucketing', () => {
  it('names another attribute, and forgets it for the usual one', () => {
    const split = { parts: [{ variant: 'on', from: 0, to: 50_000 }] }
    const byCompany = withBucketing(split, 'company')
    expect(words(byCompany)).toBe('everyone → on for 50% by company')
    expect('split' in byCompany && withBucketing(byCompany.split, 'targetingKey')).toEqual({ split })
  })
})

describe('inDialect', () => {
  const split = servingOne(on, on, 'on', 25_000)
  it('cuts a split that nothing was before by the hash of the project', () => {
    expect(inDialect('portable', on, on, split)).toEqual({
      split: { point: { hash: 'portable' }, parts: [{ variant: 'on', from: 0, to: 25_000 }] },
    })
    expect(inDialect('native', on, on, split)).toEqual(split)
  })
  it('leaves a split that was published its hash', () => {
    const half = servingOne(split, split, 'on', 50_000)
    expect(inDialect('portable', split, split, half)).toEqual(half)
    expect(inDialect('portable', split, on, half)).toEqual(half)
  })
})
