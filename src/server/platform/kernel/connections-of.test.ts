import { expect, it } from 'vitest'
import { connectionsOf } from './connections-of.ts'

it.each([
  ['1024', 768],
  ['8192', 6_144],
  ['65536', 63_488],
  ['unlimited', Number.POSITIVE_INFINITY],
])('of %s open files some are left for what else is opened', (soft, connections) => {
  expect(connectionsOf(`Max processes  10  10  processes\nMax open files            ${soft}   1048576   files\n`)).toBe(
    connections,
  )
})

it('any number may be open where nobody says how many files may', () => {
  expect(connectionsOf('')).toBe(Number.POSITIVE_INFINITY)
})
