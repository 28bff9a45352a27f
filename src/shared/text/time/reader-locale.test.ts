import { expect, it } from 'vitest'
import { regionOf } from './reader-locale.ts'

it.each([
  ['en-US', 'en', 'en-US'],
  ['en', 'en', 'en-GB'],
  ['nb-NO', 'en', 'en-GB'],
  ['de-AT', 'de', 'de-AT'],
  ['en-US', 'de', 'de'],
])('a browser of %s writes dates and numbers of words in %s as %s', (own, language, written) => {
  expect(regionOf(own, language)).toBe(written)
})
