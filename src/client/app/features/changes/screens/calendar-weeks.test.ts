import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChangeSummary } from '../../../../../shared/features/changes/schemas/change.ts'
import { calendarWeeks } from './calendar-weeks.ts'

const change = (number: number, at: Date): ChangeSummary => ({
  ...{
    number,
    title: '',
    author: { id: null, name: 'Ada' },
    state: 'scheduled',
    conflict: null,
    reviewers: [],
    places: [],
  },
  ...{ createdAt: '', updatedAt: '', approved: false, bypassed: false },
  schedule: { at: at.toISOString(), zone: 'UTC', madeBy: 'Ada', madeAt: '' },
})

describe('the weeks of a month', () => {
  it('begin on Monday, hold each day once, and the whole month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2020, max: 2040 }), fc.integer({ min: 0, max: 11 }), (year, month) => {
        const days = calendarWeeks(new Date(year, month, 15), []).flat()
        expect(days.length % 7).toBe(0)
        expect(days[0]?.date.getDay()).toBe(1)
        expect(new Set(days.map(({ date }) => date.toDateString())).size).toBe(days.length)
        const inside = days.filter(({ date }) => date.getMonth() === month)
        expect(inside.length).toBe(new Date(year, month + 1, 0).getDate())
      }),
    )
  })

  it('hold what is scheduled on its day, the earliest first', () => {
    const late = change(1, new Date(2026, 10, 23, 15))
    const early = change(2, new Date(2026, 10, 23, 9))
    const other = change(3, new Date(2026, 11, 1, 0))
    const days = calendarWeeks(new Date(2026, 10, 1), [late, early, other]).flat()
    const found = days.filter(({ changes }) => changes.length > 0)
    expect(found.map(({ date, changes }) => [date.getDate(), changes.map(({ number }) => number)])).toEqual([
      [23, [2, 1]],
      [1, [3]],
    ])
  })
})
