import { expect, it } from 'vitest'
import { greeting } from './greeting.ts'

it.each([
  [9, 'Ingrid Dahl', 'Good morning, Ingrid.'],
  [13, 'Ingrid', 'Good afternoon, Ingrid.'],
  [23, undefined, 'Good evening.'],
  [3, '', 'Good evening.'],
])('at %i o’clock somebody is greeted', (hour, name, words) => expect(greeting(hour, name)).toBe(words))
