import { describe, expect, it } from 'vitest'
import { runYielding } from './yielding-map.ts'

describe('work in steps', () => {
  it('comes to its end, and lets others in between', async () => {
    let turns = 0
    let over = false
    const count = () => {
      if (over) return
      turns += 1
      setImmediate(count)
    }
    setImmediate(count)
    const result = await runYielding(
      (function* () {
        for (let at = 0; at < 2_000; at += 1) yield
        return 'done'
      })(),
    )
    over = true
    expect(result).toBe('done')
    expect(turns).toBeGreaterThanOrEqual(9)
  })
})
