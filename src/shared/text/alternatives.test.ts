import { expect, it } from 'vitest'
import { alternatives } from './alternatives.ts'

it.each([
  [[], ''],
  [['Ada'], 'Ada'],
  [['Ada', 'Bob'], 'Ada or Bob'],
  [['Ada', 'Bob', 'Cy'], 'Ada, Bob or Cy'],
])('lists %j as a sentence does', (names, said) => {
  expect(alternatives(names)).toBe(said)
})
