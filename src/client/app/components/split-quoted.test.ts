import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitQuoted, splitRows } from './split-quoted.ts'

const write = (field: string): string => `"${field.replaceAll('"', '""')}"`

describe('splitQuoted', () => {
  it.each<[string, string, string[]]>([
    ['plain fields', 'a, b;c', ['a', 'b', 'c']],
    ['a separator in quotes', '"Doe, Jane","acme;eu"', ['Doe, Jane', 'acme;eu']],
    ['a quote in quotes', '"say ""hi""",b', ['say "hi"', 'b']],
    ['a line break in quotes', '"a\nb",c', ['a\nb', 'c']],
    ['quotes inside of a field', '5" screen,b', ['5" screen', 'b']],
    ['a quote that is never closed', '"a,b', ['"a', 'b']],
    ['text after a closing quote', '"a"b,c', ['"a"b', 'c']],
    ['empty fields', ',a,', ['', 'a', '']],
    ['white space in quotes', '" a "', [' a ']],
  ])('reads %s', (_, text, fields) => {
    expect(splitQuoted(text, [',', ';'])).toEqual(fields)
  })

  it('reads back every quoted field', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (fields) => {
        expect(splitQuoted(fields.map(write).join(','), [','])).toEqual(fields)
      }),
    )
  })
})

describe('splitRows', () => {
  it.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'semicolons, with a comma inside',
      'Doe, Jane;1\nRoe, Max;2',
      [
        ['Doe, Jane', '1'],
        ['Roe, Max', '2'],
      ],
    ],
    [
      'tabs of a spreadsheet',
      'a\tb\r\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a delimiter in quotes',
      '"a,b";c\n"d,e";f',
      [
        ['a,b', 'c'],
        ['d,e', 'f'],
      ],
    ],
    ['one column', 'a\nb', [['a'], ['b']]],
  ])('reads %s', (_, text, rows) => {
    expect(splitRows(text)).toEqual(rows)
  })
})
