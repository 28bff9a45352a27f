import { expect, it } from 'vitest'
import { placeText } from './place.ts'

it.each([
  ['rules[1].when.all[0].values', 'rule 2'],
  ['variants.compact', 'variant compact'],
  ['variants["a.b"].size', 'variant a.b'],
  ['flags["x"].rules[1].serve', 'x, rule 2'],
  ['flags.checkout', 'checkout'],
  ['prerequisites[0].flag', 'prerequisite 1'],
  ['otherwise.split', 'everyone else'],
  ['offVariant', 'when off'],
  ['base', 'base'],
])('the place %s is called %s', (path, words) => {
  expect(placeText(path)).toBe(words)
})
