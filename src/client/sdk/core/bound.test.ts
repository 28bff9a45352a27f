import { describe, expect, it } from 'vitest'
import { safeToAwait } from './awaitable.ts'
import { createBinder } from './bound.ts'
import type { Call } from './calls.ts'
import type { Attributes } from './define-flags.ts'

const who = (context?: Attributes) => context?.targetingKey ?? 'nobody'
const aCall = (name: string): Call<unknown> =>
  Object.assign((context?: Attributes) => `${name} of ${who(context)}`, {
    // No test here reads the details.
    details: ((context?: Attributes) => `details of ${who(context)}`) as never,
    peek: (context?: Attributes) => `peek of ${who(context)}`,
  })

describe('calls that are bound to a context', () => {
  const bind = createBinder({ checkout: aCall('checkout'), then: aCall('then') })

  it('answer for it, each for its own', () => {
    const [a, b] = [bind({ targetingKey: 'a' }), bind({ targetingKey: 'b' })]
    expect([a['checkout']?.(), b['checkout']?.(), a['checkout']?.()]).toEqual([
      'checkout of a',
      'checkout of b',
      'checkout of a',
    ])
    expect([a['checkout']?.peek(), b['checkout']?.details()]).toEqual(['peek of a', 'details of b'])
  })

  it('are the same object each time, and can be taken out of their holder', () => {
    const bound = bind({ targetingKey: 'a' })
    expect(bound['checkout']).toBe(bound['checkout'])
    const { checkout } = bound
    expect(checkout?.()).toBe('checkout of a')
  })
})

describe('calls that may be awaited', () => {
  it('are as they were where no flag is named then', () => {
    const calls = { checkout: aCall('checkout') }
    expect(safeToAwait(calls)).toBe(calls)
  })

  it('end an await also where one is, and still answer for it', async () => {
    const calls = safeToAwait({ checkout: aCall('checkout'), then: aCall('then') })
    // TypeScript rejects a direct await; a return from an async function does the same.
    const awaited = await Promise.resolve<unknown>(calls)
    expect(Object.keys(awaited as object)).toEqual(['checkout'])
    // Called with a context instead of a function.
    expect(Reflect.apply(calls.then, undefined, [{ targetingKey: 'a' }])).toBe('then of a')
    expect(Reflect.apply(calls.then, undefined, [])).toBe('then of nobody')
  })
})
