import { describe, expect, it } from 'vitest'
import { FanionError } from '../../shared/errors/fanion-error.ts'
import { RateLimiter } from './rate-limiter.ts'

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
