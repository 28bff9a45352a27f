import { testFanion } from '@fanion/sdk/testing'
import { describe, expect, it, vi } from 'vitest'
import { flags } from '~/flags'
import price from '~/shared/price'

vi.mock('~/fanion', () => ({ fanion: testFanion(flags, { beta: true }) }))

describe('the price', () => {
  it('is the sum of the lines', () => {
    const fanion = testFanion(flags, {})
    fanion.set({ beta: false })
    expect(price({ lines: [{ sku: 'a', amount: 2, price: 50 }] }, { id: '1' })).toBe(100)
  })

  it.each([true, false])('is told for the beta %s', (beta) => {
    const fanion = testFanion(flags, { beta })
    expect(fanion.flags.beta()).toBe(beta)
    expect(fanion.evaluations().map(({ flag }) => flag)).toEqual(['beta'])
  })
})
