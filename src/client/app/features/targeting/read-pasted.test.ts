import { describe, expect, it } from 'vitest'
import type { Scalar } from '../../../../shared/schemas/condition.ts'
import { readPasted } from './read-pasted.ts'

describe('what is pasted', () => {
  it.each<[string, string, Scalar[]]>([
    ['lines', 'NO\nSE\r\n\nDK\n', ['NO', 'SE', 'DK']],
    ['a line of a table', '"NO","SE", DK', ['NO', 'SE', 'DK']],
    ['CSV with separators in quotes', '"Doe, Jane","acme;eu"\n"say ""hi"""', ['Doe, Jane', 'acme;eu', 'say "hi"']],
    ['columns of a sheet', 'NO\tSE', ['NO', 'SE']],
    ['JSON', '["NO, or so", 5, true, null]', ['NO, or so', 5, true]],
    ['what is no JSON after all', '[NO', ['[NO']],
    ['repeats, too', 'NO,NO', ['NO', 'NO']],
  ])('is read as %s', (_, text, values) => {
    expect(readPasted(text, [',', '\n', '\t', ';'])).toEqual(values)
  })
})
