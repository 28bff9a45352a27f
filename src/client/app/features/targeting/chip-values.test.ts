import { expect, it } from 'vitest'
import { chipValues } from './chip-values.ts'

const chips = { shown: String, split: (text: string) => text.split(/[,;]/), read: (text: string) => text.trim() }

it('a value with separators or white space stays whole when another is added', () => {
  expect(chipValues(['Doe, Jane', ' acme;eu ', 'a,b'], ['Doe, Jane', ' acme;eu '], chips)).toEqual([
    'Doe, Jane',
    ' acme;eu ',
    'a',
    'b',
  ])
})

it('a removed chip is removed, and a chip keeps the type of its value', () => {
  expect(chipValues(['5', 'true'], [5, true, 'x'], chips)).toEqual([5, true])
})
