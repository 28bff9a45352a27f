import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSampling } from './sampling.ts'

/** Seeded pseudorandom numbers in [0, 1), so that failures can be reproduced. */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const wish = { contexts: 10, without: ['email', 'user.name'] }

describe('sampling', () => {
  it('keeps nothing until the server asks, and nothing once it no longer does', () => {
    const sampling = createSampling(Math.random)
    expect(sampling.open).toBe(false)
    sampling.note({ targetingKey: 'a' })
    expect(sampling.take()).toEqual([])
    sampling.become(wish)
    expect(sampling.open).toBe(true)
    sampling.note({ targetingKey: 'b' })
    sampling.become(null)
    expect(sampling.take()).toEqual([])
  })

  it('leaves out what must not leave the program, at any depth, and what is no JSON', () => {
    const sampling = createSampling(Math.random)
    sampling.become(wish)
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    sampling.note({ email: 'a@example.com', country: 'NO', user: { name: 'Anna', plan: 'pro' } })
    sampling.note(circle)
    sampling.note({ long: 'x'.repeat(5_000) })
    expect(sampling.take()).toEqual([{ country: 'NO', user: { plan: 'pro' } }])
  })

  it('keeps as many as were wished, of any number of evaluations, each once', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.integer({ min: 1, max: 50 }), fc.nat(), (evaluations, contexts, seed) => {
        const sampling = createSampling(randomFrom(seed))
        sampling.become({ contexts, without: [] })
        for (let i = 0; i < evaluations; i += 1) sampling.note({ i })
        const kept = sampling.take().map(({ i }) => i)
        expect(kept).toHaveLength(Math.min(evaluations, contexts))
        expect(new Set(kept).size).toBe(kept.length)
        expect(sampling.take()).toEqual([])
      }),
    )
  })

  it('is even: the early and the late are kept as often', () => {
    const sampling = createSampling(randomFrom(42))
    sampling.become({ contexts: 10, without: [] })
    const quarters = [0, 0, 0, 0]
    for (let round = 0; round < 2_000; round += 1) {
      for (let i = 0; i < 400; i += 1) sampling.note({ i })
      for (const { i } of sampling.take())
        quarters[Math.floor(Number(i) / 100)] = (quarters[Math.floor(Number(i) / 100)] ?? 0) + 1
    }
    // Of 20,000 samples, 5,000 are expected in each quarter; four standard deviations are 245.
    for (const count of quarters) expect(Math.abs(count - 5_000)).toBeLessThan(250)
  })
})
