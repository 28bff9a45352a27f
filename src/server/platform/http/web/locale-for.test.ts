import { expect, it } from 'vitest'
import { localeFor } from './locale-for.ts'

it.each([
  ['what was chosen', 'de', 'nb', 'de'],
  ['what the browser asks for, where nothing was chosen', undefined, 'nb-NO,nb;q=0.9,en;q=0.8', 'nb'],
  ['the weightiest wish', undefined, 'de;q=0.5, nb;q=0.7', 'nb'],
  ['English before what is wished less', undefined, 'en-US,en;q=0.9,de;q=0.8', 'en'],
  ['what the browser asks for, where the choice is gone', 'xx', 'de', 'de'],
  ['English, where nothing fits', undefined, 'fr, *;q=0.1', 'en'],
  ['English, where nothing is asked', undefined, undefined, 'en'],
  ['nothing that was ruled out', undefined, 'de;q=0', 'en'],
])('a reader gets %s', (_, chosen, accepted, locale) => {
  expect(localeFor(chosen, accepted, ['en', 'de', 'nb'])).toBe(locale)
})
