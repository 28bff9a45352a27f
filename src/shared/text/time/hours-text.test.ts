import { describe, expect, it } from 'vitest'
import { hoursText } from './hours-text.ts'

const hours = { zone: 'Europe/Oslo', from: '09:00', to: '17:00' }

describe('working hours in words', () => {
  it('name days in a row by the first and the last, and others one by one', () => {
    expect(hoursText({ ...hours, days: [1, 2, 3, 4, 5] })).toBe('Mon–Fri, 09:00 to 17:00, Europe/Oslo')
    expect(hoursText({ ...hours, days: [5, 2] })).toBe('Tue, Fri, 09:00 to 17:00, Europe/Oslo')
    expect(hoursText({ ...hours, days: [7] })).toBe('Sun, 09:00 to 17:00, Europe/Oslo')
  })
})
