import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { word } from '../word.ts'
import { literal, readLiteral } from './literal.ts'
import { withoutQuotes } from './without-language-quotes.ts'

describe('a value as people read it', () => {
  it.each([
    ['"IS"', 'IS'],
    ['"New York"', 'New York'],
    ['NO', null],
    ['"5"', null],
    ['"true"', null],
    ['""', null],
    ['" "', null],
    ['"say \\"hi\\""', null],
  ])('%s', (said, read) => {
    expect(withoutQuotes(word('value', said))).toBe(read)
  })
  it('never looks like a value of another type', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.boolean().map(String)), (value) => {
        const read = withoutQuotes(word('value', literal(value)))
        expect(read === null ? [value, value] : [read, readLiteral(read)]).toEqual([value, value])
      }),
    )
  })
})
