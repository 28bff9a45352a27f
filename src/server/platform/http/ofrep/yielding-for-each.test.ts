import { afterEach, describe, expect, it, vi } from 'vitest'
import { yieldingForEach } from './yielding-for-each.ts'

afterEach(() => void vi.restoreAllMocks())
const list = Array.from({ length: 100 }, (_, at) => at)

/**
 * Returns how much of the list was processed at each turn of the event loop. The fake clock advances by `stepMs` at
 * each read.
 */
async function run(stepMs: number, from = 0) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += stepMs))
  const done: number[] = []
  const turns: number[] = []
  const soon = yieldingForEach(list, (one) => void done.push(one), from)
  let over = soon === undefined
  void Promise.resolve(soon).then(() => (over = true))
  while (!over) {
    turns.push(done.length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { done, turns: [...new Set(turns)] }
}

describe('work in slices', () => {
  it('is done at once where it is quick', async () => {
    expect(await run(0)).toEqual({ done: list, turns: [] })
    expect(await run(3)).toEqual({ done: list, turns: [] })
  })

  it('lets others have their turn every 31 of it where it is slow, and does all of it once', async () => {
    const slow = await run(11)
    expect(slow.done).toEqual(list)
    expect(slow.turns).toEqual([31, 62, 93])
    expect((await run(11, 40)).done).toEqual(list.slice(40))
  })
})
