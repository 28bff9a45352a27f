import { describe, expect, it } from 'vitest'
import { likelyReading, readPastedKeys } from './pasted-keys.ts'

const likely = (text: string): readonly string[] | null => {
  const pasted = readPastedKeys(text)
  if (pasted === null) return null
  const reading = likelyReading(pasted)
  return reading < 0 ? pasted.lines : (pasted.columns[reading] ?? [])
}

describe('pasted keys', () => {
  it('that are plain lines need no question', () => {
    expect(readPastedKeys('user-1\nuser 2\n')).toBeNull()
  })

  it.each<[string, string, string[]]>([
    ['a list with commas', 'a, b, c', ['a', 'b', 'c']],
    ['a quoted list', '"Doe, Jane","acme;eu"', ['Doe, Jane', 'acme;eu']],
    ['a table', 'anna,NO,pro\nbo,SE,free', ['anna', 'bo']],
    ['a quoted column', '"Doe, Jane"\n"Roe, Max"', ['Doe, Jane', 'Roe, Max']],
    ['a column of a spreadsheet with its neighbour', 'anna\tNO\nbo\tSE', ['anna', 'bo']],
  ])('of %s are most likely these', (_, text, keys) => {
    expect(likely(text)).toEqual(keys)
  })

  it('can be read as lines, by any column, or by all', () => {
    expect(readPastedKeys('anna,NO\nbo,SE')).toEqual({
      lines: ['anna,NO', 'bo,SE'],
      columns: [
        ['anna', 'bo'],
        ['NO', 'SE'],
        ['anna', 'NO', 'bo', 'SE'],
      ],
    })
  })
})
