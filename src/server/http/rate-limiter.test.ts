import { describe, expect, it } from 'vitest'
import { FanionError } from '../../shared/errors/fanion-error.ts'
import { RateLimiter } from './rate-limiter.ts'

describe('a gate', () => {
  it('lets its limit through in a minute, then refuses and says how long', () => {
    const gate = new RateLimiter(2)
    gate.take('a', 0)
    gate.take('a', 10_000)
    const refusal = new FanionError(
      'request/rate-limited',
      { retryAfterSeconds: 40 },
      'Too many requests. Try again in 40 seconds.',
    )
    expect(() => gate.take('a', 20_000)).toThrow(refusal)
  })

  it('opens again with the next minute', () => {
    const gate = new RateLimiter(1)
    gate.take('a', 0)
    expect(() => gate.take('a', 60_000)).not.toThrow()
  })

  it('opens again within a minute although the clock was set back', () => {
    const gate = new RateLimiter(1)
    gate.take('a', 3_600_000)
    expect(() => gate.take('a', 5_000)).not.toThrow()
    expect(() => gate.take('a', 6_000)).toThrow('Try again in 59 seconds.')
    expect(() => gate.take('a', 65_000)).not.toThrow()
  })

  it('counts each caller alone', () => {
    const gate = new RateLimiter(1)
    gate.take('a', 0)
    expect(() => gate.take('b', 0)).not.toThrow()
  })

  it('of limit 0 refuses nobody', () => {
    const gate = new RateLimiter(0)
    for (let times = 0; times < 100; times++) gate.count('a', 0)
    expect(() => gate.take('a', 0)).not.toThrow()
  })
})
