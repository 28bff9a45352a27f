import { describe, expect, it } from 'vitest'
import type { FlagInsight } from '../../../../shared/schemas/insights.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import { evidence } from './cleanup-text.ts'

const insight = (fields: Partial<FlagInsight>): FlagInsight => ({
  name: 'Checkout',
  permanence: 'temporary',
  flag: 'checkout',
  state: 'stale',
  bucket: 'check',
  settled: null,
  lastSeenAt: null,
  evaluationsPerDay: 0,
  requiredBy: [],
  ...fields,
})
const october = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'medium' }).format(new Date('2026-10-03T12:00:00Z'))
const settled = { variant: 'on', since: '2026-10-03T12:00:00Z' }

describe('why a flag can go', () => {
  it.each([
    ['nobody asks', insight({}), true, 'No evaluations in the last 30 days.'],
    [
      'everybody gets the same, and it is read',
      insight({ settled, lastSeenAt: '2026-11-20T10:00:00Z', evaluationsPerDay: 1_204 }),
      true,
      `Everyone in protected environments has gotten on since at least ${october}. Still evaluated 1,204 times a day: remove it from your code first.`,
    ],
    [
      'nothing is known',
      insight({}),
      false,
      'No application reports evaluations, so there’s no way to tell whether it’s in use.',
    ],
    [
      'another flag needs it',
      insight({ requiredBy: ['tower', 'spire'] }),
      true,
      'No evaluations in the last 30 days. Required by tower, spire.',
    ],
  ])('says that %s', (_, about, reporting, words) => {
    expect(evidence(about, reporting, false)).toBe(words)
  })

  it('says that a flag is meant to stay', () => {
    expect(evidence(insight({}), true, true)).toBe('No evaluations in the last 30 days. Marked as permanent.')
  })
})
