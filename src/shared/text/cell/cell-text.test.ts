import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag } from '../../../../tests/support/builders.ts'
import { FlagCell } from '../../features/flags/schemas/flag-view.ts'
import type { Serve } from '../../schemas/split.ts'
import { serveText } from '../rules/serve.ts'
import { cellServesOf } from '../rules/served-summary.ts'
import { text } from '../word.ts'
import { cellText } from './cell-text.ts'

const key = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,8}$/)
const serve: fc.Arbitrary<Serve> = fc.oneof(
  key.map((variant) => ({ variant })),
  fc.record({
    split: fc.record({
      parts: fc.array(
        fc.record({ variant: key, from: fc.nat(50_000), to: fc.integer({ min: 50_000, max: 100_000 }) }),
        {
          maxLength: 6,
        },
      ),
      point: fc.record({ by: key, salt: key }, { requiredKeys: [] }),
    }),
  }),
  fc.constant<Serve>({ useDefault: true }),
  fc.constant<Serve>({ error: 'PARSE_ERROR' }),
)
const said = (on: boolean, otherwise: Serve, atMost?: number) =>
  cellText({ on, rules: 0, serves: cellServesOf({ ...aFlag('a'), on, otherwise }, atMost) })

describe('a cell of the flag list', () => {
  it('says from its parts what the rule language says of the same', () => {
    fc.assert(
      fc.property(serve, (one) => {
        expect(said(true, one)).toBe(text(serveText(one)))
      }),
    )
  })

  it('says off while it is off, and has the words for when it is on', () => {
    expect(said(false, { variant: 'on' })).toBe('off')
    const serves = cellServesOf({ ...aFlag('a'), on: false, otherwise: { variant: 'on' } })
    expect(cellText({ on: true, rules: 0, serves })).toBe('on')
  })

  it('leaves variants out that do not fit, and says so', () => {
    const parts = ['a', 'b', 'c'].map((variant, at) => ({ variant, from: at * 10_000, to: (at + 1) * 10_000 }))
    expect(said(true, { split: { parts } }, 2)).toBe('a for 10%, b for 10%, …')
  })

  it('is what its schema says, however many variants there are', () => {
    fc.assert(
      fc.property(serve, fc.integer({ min: 1, max: 5 }), (one, atMost) => {
        const cell = {
          on: true,
          rules: 0,
          revision: 1,
          off: null,
          serves: cellServesOf({ ...aFlag('a'), otherwise: one }, atMost),
        }
        expect(FlagCell.parse(cell)).toEqual(cell)
      }),
    )
  })
})
