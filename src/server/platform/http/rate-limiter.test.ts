import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { ConcurrencyLimiter, createLimiters, RateLimiter } from './rate-limiter.ts'

describe('a rate limiter', () => {
  it('lets its limit through in a minute, then refuses and says how long', () => {
    const limiter = new RateLimiter(2)
    limiter.take('a', 0)
    limiter.take('a', 10_000)
    const refusal = new FanionError(
      'request/rate-limited',
      { retryAfterSeconds: 40 },
      'Too many requests. Try again in 40 seconds.',
    )
    expect(() => limiter.take('a', 20_000)).toThrow(refusal)
  })

  it('opens again with the next minute', () => {
    const limiter = new RateLimiter(1)
    limiter.take('a', 0)
    expect(() => limiter.take('a', 60_000)).not.toThrow()
  })

  it('opens again within a minute although the clock was set back', () => {
    const limiter = new RateLimiter(1)
    limiter.take('a', 3_600_000)
    expect(() => limiter.take('a', 5_000)).not.toThrow()
    expect(() => limiter.take('a', 6_000)).toThrow('Try again in 59 seconds.')
    expect(() => limiter.take('a', 65_000)).not.toThrow()
  })

  it('counts each caller alone', () => {
    const limiter = new RateLimiter(1)
    limiter.take('a', 0)
    expect(() => limiter.take('b', 0)).not.toThrow()
  })

  it('of limit 0 refuses nobody', () => {
    const limiter = new RateLimiter(0)
    for (let times = 0; times < 100; times++) limiter.count('a', 0)
    expect(() => limiter.take('a', 0)).not.toThrow()
  })
})

const isRefused = (act: () => unknown): boolean => {
  try {
    act()
    return false
  } catch {
    return true
  }
}

describe('the counts of a rate limiter', () => {
  it('let up to the limit through, to the unit, by whatever steps it is taken, and never more in one while', () => {
    const steps = fc.array(fc.record({ caller: fc.constantFrom('a', 'b'), cost: fc.integer({ min: 1, max: 4 }) }))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (limit, taken) => {
        const limiter = new RateLimiter(limit)
        const sums: Record<string, number> = { a: 0, b: 0 }
        for (const { caller, cost } of taken) {
          const sum = (sums[caller] ?? 0) + cost
          sums[caller] = sum
          expect(isRefused(() => limiter.take(caller, 59_999, cost))).toBe(sum > limit)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('of what is over already are refused without counting, and nobody is before anything was counted', () => {
    const limiter = new RateLimiter(1)
    expect(() => limiter.check('a', 0)).not.toThrow()
    limiter.count('a', 0)
    expect(() => limiter.check('a', 0)).not.toThrow()
    limiter.count('a', 0)
    for (let times = 0; times < 3; times++) expect(() => limiter.check('a', 0)).toThrow('Too many')
    expect(() => limiter.check('b', 0)).not.toThrow()
    expect(() => limiter.check('a', 60_000)).not.toThrow()
  })

  it('give of what is wanted as much as is left, and then nothing until the next while', () => {
    const limiter = new RateLimiter(5, 1_000)
    const granted = [3, 3, 3].map((wanted) => limiter.takeUpTo('a', 0, wanted))
    expect([...granted, limiter.takeUpTo('b', 999, 9), limiter.takeUpTo('a', 1_000, 9)]).toEqual([3, 2, 0, 5, 5])
    expect(new RateLimiter(0).takeUpTo('a', 0, 1_000)).toBe(1_000)
  })

  it('say to the second when to come back, and one second at least', () => {
    const limiter = new RateLimiter(1, 1_000)
    limiter.take('a', 0)
    expect(() => limiter.take('a', 999)).toThrow('Try again in 1 seconds.')
    expect(() => limiter.take('a', 1_000)).not.toThrow()
  })

  it('of a flood of callers forget who came first, and nobody else', () => {
    const limiter = new RateLimiter(1)
    for (let caller = 0; caller < 100_000; caller++) limiter.take(`caller ${caller}`, 0)
    expect(() => limiter.check('caller 0', 0)).not.toThrow()
    expect(() => limiter.take('caller 0', 0)).toThrow('Too many')
    limiter.take('one more', 0)
    expect(() => limiter.take('caller 0', 0)).not.toThrow()
    expect(() => limiter.take('caller 99999', 0)).toThrow('Too many')
  })
})

describe('a concurrency limiter', () => {
  it('holds as many at once for each caller as told, whoever lets go in whatever order, however often', () => {
    const acts = fc.array(fc.record({ caller: fc.constantFrom('a', 'b'), lets: fc.boolean(), which: fc.nat(5) }))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), acts, (limit, all) => {
        const limiter = new ConcurrencyLimiter(limit)
        const held: { caller: string; release: () => void }[] = []
        const over: (() => void)[] = []
        for (const { caller, lets, which } of all) {
          if (lets) {
            const [one] = held.splice(which % Math.max(1, held.length), 1)
            if (one) over.push(one.release)
            for (const release of over) release()
            continue
          }
          const isFull = held.filter((one) => one.caller === caller).length === limit
          const refused = isRefused(() => held.push({ caller, release: limiter.take(caller) }))
          expect(refused).toBe(isFull)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('of limit 0 refuses nobody', () => {
    const limiter = new ConcurrencyLimiter(0)
    expect(() => Array.from({ length: 1_000 }, () => limiter.take('a'))).not.toThrow()
  })
})

describe('the limiters of a server', () => {
  it('refuse nobody for requests where the limit is 0, and count rows of pages all the same', () => {
    const { requests, callers, refusals, clients, clientKeys, rowsOfKey } = createLimiters({
      requestsPerMinute: 0,
      streamsPerAddress: 1,
    })
    for (const limiter of [requests, callers, refusals, clients, clientKeys])
      expect(() => limiter.take('a', 0, 1_000_000)).not.toThrow()
    expect(() => rowsOfKey.take('a', 0, 1_000_000_000)).toThrow('Try again in 60 seconds.')
  })

  it('limit streams of addresses, keys and callers, or none of them', () => {
    const at = (streamsPerAddress: number) => {
      const { streams, streamsOfKey, subscriptions } = createLimiters({ requestsPerMinute: 1, streamsPerAddress })
      return [streams, streamsOfKey, subscriptions].map((limiter) =>
        isRefused(() => {
          for (let times = 0; times < 20_000; times++) limiter.take('a')
        }),
      )
    }
    expect([at(1), at(0)]).toEqual([
      [true, true, true],
      [false, false, false],
    ])
  })
})
