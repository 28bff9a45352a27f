import { describe, expect, it } from 'vitest'
import { readSchedule } from './read-schedule.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

describe('a time to go live', () => {
  it.each([
    ['mon 9am', { at: '2026-11-23T09:00:00.000Z', skipped: false }],
    ['yesterday', { problem: expect.stringContaining('Enter a time, such as') }],
    ['2026-11-19 09:00', { problem: 'Enter a time in the future' }],
    ['2028-01-01 09:00', { problem: 'Enter a time within a year' }],
  ])('%s is %j', (typed, read) => {
    expect(readSchedule(typed, now, 'UTC')).toEqual(read)
  })
})
