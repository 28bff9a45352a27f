import { expect, it } from 'vitest'
import { touchedText } from './touched.ts'

const flags = (...keys: string[]) => keys.map((key) => ({ kind: 'flag' as const, key }))

it('names a few of what a revision touched, and counts the others', () => {
  expect(touchedText({ subjects: flags('a'), touched: 1 })).toBe('flag a')
  expect(touchedText({ subjects: flags('a', 'b', 'c', 'd'), touched: 9 })).toBe('flag a, flag b, flag c and 6 more')
})
