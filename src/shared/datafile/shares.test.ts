import { describe, expect, it } from 'vitest'
import { aFlag, where } from '../../../tests/support/builders.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { rolloutOf } from './shares.ts'

const split = (...parts: [variant: string, to: number][]): FlagDocument['otherwise'] => {
  let from = 0
  return {
    split: {
      parts: parts.map(([variant, to]) => {
        const part = { variant, from, to }
        from = to
        return part
      }),
    },
  }
}
const boolean = (fields: Partial<FlagDocument>): FlagDocument => ({
  ...aFlag(),
  variants: { on: true, off: false },
  offVariant: 'off',
  on: true,
  rules: [],
  otherwise: { variant: 'on' },
  ...fields,
})

describe('a flag is being rolled out', () => {
  const quarter = split(['on', 25_000], ['off', 100_000])
  const rule = (serve: FlagDocument['otherwise']) => ({
    rules: [{ id: 'r', when: where('country', 'is', 'NO'), serve }],
  })
  it('while everyone else, or a rule, is split between a variant and off', () => {
    expect(rolloutOf(boolean({ otherwise: quarter }))).toEqual({ variant: 'on', weight: 25_000 })
    expect(rolloutOf(boolean({ ...rule(quarter), otherwise: { variant: 'off' } }))).toEqual({
      variant: 'on',
      weight: 25_000,
    })
  })
  it('not while it is off, nor when all or nobody gets it, nor while it is tried among others', () => {
    for (const fields of [
      { on: false, otherwise: quarter },
      { otherwise: { variant: 'on' } },
      { otherwise: split(['off', 100_000]) },
      { variants: { a: 1, b: 2, off: 0 }, otherwise: split(['a', 50_000], ['b', 100_000]) },
    ])
      expect(rolloutOf(boolean(fields))).toBeNull()
  })
})
