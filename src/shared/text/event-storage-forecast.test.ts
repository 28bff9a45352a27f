import { describe, expect, it } from 'vitest'
import { forecastEventStorage } from './event-storage-forecast.ts'

const million = 1_000_000

describe('the room that events take', () => {
  it('settles once as many days are kept as are kept, and then no day is the last', () => {
    const events = { rows: 10 * million, bytes: 1_500 * million, lastDay: million }
    expect(forecastEventStorage(events, 100_000 * million)).toEqual({
      settlesAtBytes: 6_750 * million,
      daysLeft: null,
      isTooMuch: false,
    })
    expect(forecastEventStorage(events, null).daysLeft).toBeNull()
  })

  it('ends where the disk is smaller than that, in so many days', () => {
    const events = { rows: 10 * million, bytes: 1_500 * million, lastDay: million }
    expect(forecastEventStorage(events, 1_000 * million).daysLeft).toBe(6)
    expect(forecastEventStorage(events, 0).daysLeft).toBe(0)
  })

  it('is told from a measured size before there are enough events, and is too much from five million a day', () => {
    expect(forecastEventStorage({ rows: 0, bytes: 1_000_000, lastDay: 0 }, 0)).toEqual({
      settlesAtBytes: 0,
      daysLeft: null,
      isTooMuch: false,
    })
    expect(forecastEventStorage({ rows: 100, bytes: 1_000_000, lastDay: 5 * million }, null)).toMatchObject({
      settlesAtBytes: 5 * million * 146 * 45,
      isTooMuch: true,
    })
  })
})
