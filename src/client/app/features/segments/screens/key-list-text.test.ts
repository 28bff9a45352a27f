import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readKeys, writeKeys } from './key-list-text.ts'

describe('keys as text', () => {
  it.each([
    ['a comma', 'Doe, Jane'],
    ['a semicolon', 'acme;eu'],
    ['a tab', 'a\tb'],
    ['quotes', '"quoted"'],
    ['an open quote', '"open'],
    ['white space at its ends', ' a '],
    ['a line break', 'a\nb'],
  ])('keep a key with %s', (_, key) => {
    expect(readKeys(writeKeys(['first', key, 'last']))).toEqual(['first', key, 'last'])
  })

  it('come back as they were, whatever they are, also after another line was added', () => {
    const keys = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }))
    fc.assert(
      fc.property(keys, (list) => {
        expect(readKeys(writeKeys(list))).toEqual(list)
        expect(readKeys(`${writeKeys(list)}\nadded by hand`)).toEqual([...new Set([...list, 'added by hand'])])
      }),
    )
  })

  it('are read once each, without empty lines', () => {
    expect(readKeys('a\n\n b \r\na')).toEqual(['a', 'b'])
  })
})
