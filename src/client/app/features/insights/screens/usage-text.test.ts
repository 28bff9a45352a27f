import { describe, expect, it } from 'vitest'
import type { Usage } from '../../../../../shared/features/insights/schemas/insights.ts'
import { usageSentence } from './usage-text.ts'

const usage = (series: Usage['series']): Usage => ({
  steps: ['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z'],
  stepMs: 3_600_000,
  series,
  total: series.flatMap(({ counts }) => counts).reduce<number>((sum, count) => sum + (count ?? 0), 0),
  lastSeenAt: null,
  overBudget: 0,
  published: [],
})

describe('the usage of a flag in words', () => {
  it('names each variant with its count, and the time nothing is known of', () => {
    const seen = usage([
      { variant: 'on', counts: [1_200, null, 4] },
      { variant: null, counts: [0, null, 1] },
    ])
    expect(usageSentence(seen, 'Production', 'day')).toBe(
      'In the last 24 hours, Production served on 1,204 times and the default in code 1 time. Data is missing for 1 of 3 intervals.',
    )
  })

  it('says that there was none', () => {
    expect(usageSentence(usage([]), 'Staging', 'week')).toBe('No evaluations in Staging in the last 7 days.')
  })
})
