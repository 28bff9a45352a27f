import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readNumber } from './read-number.ts'

it.each([
  ['25', 25],
  [' 5 ', 5],
  ['-1.5', -1.5],
  ['.5', 0.5],
  ['0.', 0],
  ['-0', 0],
  ['1e3', 1_000],
  ['1E-3', 0.001],
  ['007', 7],
  ['9007199254740992', 9_007_199_254_740_992],
])('%s is a number', (typed, number) => {
  expect(readNumber(typed)).toBe(number)
})

it.each([
  '',
  ' ',
  '0x10',
  '0b11',
  '0o7',
  '५',
  '٥',
  '1,5',
  '1 000',
  'Infinity',
  '-Infinity',
  'NaN',
  '1e400',
  '+',
  '-',
  '.',
  'e3',
  '1_000',
  '25%',
  '9007199254740993',
])('%s is none', (typed) => {
  expect(readNumber(typed)).toBeNull()
})

it('reads every number as it is written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(readNumber(String(number))).toBe(number === 0 ? 0 : number)
    }),
  )
})
