import { expect, it } from 'vitest'
import { compactCountIn } from './compact-count.ts'

it('English regions write a count with one set of letters', () => {
  for (const region of ['en-GB', 'en-US', 'en-AU', 'en-IN'])
    expect([412, 9_400, 705_000, 1_210_000, 14_300_000].map(compactCountIn(region)).slice(0, 2)).toEqual([
      '412',
      '9.4k',
    ])
  for (const region of ['en-GB', 'en-US', 'en-AU'])
    expect([705_000, 1_210_000, 3_400_000_000].map(compactCountIn(region))).toEqual(['705k', '1.21M', '3.4B'])
})

it('other languages keep their own marks', () => {
  expect(compactCountIn('de-DE')(1_210_000)).toMatch(/^1,21\sMio\.$/)
})
