import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeyedSemaphore } from './keyed-semaphore.ts'

describe('turns', () => {
  it('let no more act at once for a key than told, in the order they came, and all of them in the end', async () => {
    const aPlan = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), ticks: fc.nat(3), breaks: fc.boolean() }))
    await fc.assert(
      fc.asyncProperty(aPlan, fc.integer({ min: 1, max: 3 }), async (plan, atOnce) => {
        const turns = new KeyedSemaphore(atOnce, 60_000, 1_000)
        const acting = new Map<string, number>()
        const began: Record<string, number[]> = { a: [], b: [] }
        const done = plan.map(({ key, ticks, breaks }, at) =>
          turns.inTurn(key, async () => {
            acting.set(key, (acting.get(key) ?? 0) + 1)
            expect(acting.get(key)).toBeLessThanOrEqual(atOnce)
            began[key]?.push(at)
            for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
            acting.set(key, (acting.get(key) ?? 0) - 1)
            if (breaks) throw new Error('it broke')
          }),
        )
        const ends = await Promise.allSettled(done)
        expect(ends.map(({ status }) => status === 'rejected')).toEqual(plan.map(({ breaks }) => breaks))
        for (const order of Object.values(began)) expect(order).toEqual(order.toSorted((a, b) => a - b))
      }),
    )
  })

  it('refuse who waits too long, or behind too many, and do nothing for them', async () => {
    const turns = new KeyedSemaphore(1, 20, 1)
    let finish = () => undefined as void
    const first = turns.inTurn('a', () => new Promise<void>((resolve) => (finish = resolve)))
    let acted = false
    const act = async () => {
      acted = true
    }
    const second = turns.inTurn('a', act).catch((error: unknown) => error)
    await expect(turns.inTurn('a', act)).rejects.toMatchObject({ code: 'server/unavailable' })
    await expect(turns.inTurn('b', async () => 'at once')).resolves.toBe('at once')
    expect(await second).toMatchObject({ code: 'server/unavailable', details: { retryAfterSeconds: 2 } })
    finish()
    await first
    await sleep(1)
    expect(acted).toBe(false)
    await turns.inTurn('a', act)
    expect(acted).toBe(true)
  })
})
