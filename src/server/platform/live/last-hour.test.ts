import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Minute } from '../../../shared/features/status/schemas/system.ts'
import { LastHourMetrics } from './last-hour.ts'

const begin = Date.parse('2026-05-04T10:00:30.000Z')
const anHour = () => {
  const clock = { ms: begin, streams: 0 }
  const hour = new LastHourMetrics(
    () => clock.ms,
    () => clock.streams,
  )
  return { clock, hour }
}

describe('the last hour of a server', () => {
  it('has what was published, told, refused and failed, by the minute', () => {
    const { clock, hour } = anHour()
    clock.streams = 7
    for (let ms = 1; ms <= 99; ms++) hour.told(new Date(clock.ms - ms))
    hour.told(new Date('2026-03-01'))
    for (const status of [200, 204, 302, 401, 404, 429, 500, 503]) hour.answered(status)
    clock.ms += 60_000
    clock.streams = 3
    const none = { publishes: 0, refused: 0, failed: 0, propagationMs: null, databaseMs: null }
    expect(hour.minutes()).toEqual([
      {
        ...{ at: '2026-05-04T10:00:00.000Z', streams: 7, publishes: 100, refused: 3, failed: 2 },
        ...{ propagationMs: { p50: 50, p99: 99 }, databaseMs: null },
      },
      { at: '2026-05-04T10:01:00.000Z', streams: 3, ...none },
    ])
  })

  it('is all that it keeps, whatever comes and wherever the clock is set', () => {
    const aStep = fc.record({ ms: fc.integer({ min: -7_200_000, max: 7_200_000 }), told: fc.nat({ max: 3 }) })
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 200 }), (steps) => {
        const { clock, hour } = anHour()
        for (const { ms, told } of steps) {
          clock.ms += ms
          for (let i = 0; i < told; i++) hour.told(new Date(begin))
        }
        const minutes = hour.minutes()
        const at = minutes.map((minute) => Date.parse(Minute.parse(minute).at))
        expect(at).toEqual(at.toSorted((a, b) => a - b))
        expect(at.at(-1)).toBe(Math.floor(clock.ms / 60_000) * 60_000)
        expect((at[0] ?? 0) + 3_600_000).toBeGreaterThan(at.at(-1) ?? 0)
      }),
    )
  })

  it('asks the database how long it takes, and has a gap while it is away', async () => {
    const { hour } = anHour()
    hour.start(() => Promise.reject(new Error('away')))
    hour.close()
    await Promise.resolve()
    expect(hour.minutes()[0]?.databaseMs).toBeNull()
    const other = anHour()
    other.hour.start(async () => undefined)
    other.hour.close()
    await new Promise(setImmediate)
    expect(other.hour.minutes()[0]?.databaseMs?.p50).toBeGreaterThanOrEqual(0)
  })

  it('looks every five seconds, asks the database again once it has answered or failed, and has the most streams', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { clock, hour } = anHour()
    const asked: ((answer: 'there' | 'away') => void)[] = []
    const ask = () =>
      new Promise<void>((resolve, reject) => {
        asked.push((answer) => (answer === 'there' ? resolve() : reject(new Error('away'))))
      })
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
    hour.start(ask)
    expect(asked).toHaveLength(1)
    for (const streams of [3, 9, 4]) {
      clock.streams = streams
      await pass(5_000)
    }
    // A query is in progress, so no second one is started.
    expect([asked.length, hour.minutes()[0]?.streams]).toEqual([1, 9])
    for (const [times, answer] of [
      [2, 'there'],
      [3, 'away'],
      [4, 'there'],
    ] as const) {
      asked.at(-1)?.(answer)
      await pass(4_999)
      expect(asked).toHaveLength(times - 1)
      await pass(1)
      expect(asked).toHaveLength(times)
    }
    hour.close()
    asked.at(-1)?.('there')
    await pass(60_000)
    expect(asked).toHaveLength(4)
    // Some of the queries took as long as they were left waiting.
    expect(hour.minutes()[0]?.databaseMs?.p99).toBeGreaterThanOrEqual(15_000)
  })

  it('has of a minute as many times as it keeps, and rounds them to a tenth', () => {
    const { clock, hour } = anHour()
    for (let ms = 1; ms <= 2_000; ms++) hour.told(new Date(clock.ms - ms))
    // The second thousand replaced the first.
    expect(hour.minutes()[0]?.propagationMs).toEqual({ p50: 1_500, p99: 1_990 })
    const ahead = anHour()
    ahead.hour.told(new Date(begin + 5_000))
    ahead.hour.told(new Date(begin - 3_600_000))
    ahead.hour.told(new Date(begin - 3_599_999))
    expect(ahead.hour.minutes()[0]).toMatchObject({ publishes: 3, propagationMs: { p50: 0, p99: 3_599_999 } })
  })
})
