import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { debounceWrites } from './debounce-writes.ts'

const kept: [string, unknown][] = []
const heard = new Map<string, () => void>()
let late: ReturnType<typeof debounceWrites>

beforeEach(() => {
  vi.useFakeTimers()
  kept.length = 0
  heard.clear()
  const addEventListener = (name: string, listener: () => void) => heard.set(name, listener)
  vi.stubGlobal('addEventListener', addEventListener)
  vi.stubGlobal('document', { addEventListener, visibilityState: 'hidden' })
  late = debounceWrites((key, value) => kept.push([key, value]))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Simulates typing: a number of keys at an interval. */
const type = (keys: number, everyMs: number) => {
  for (let key = 1; key <= keys; key++) {
    late.keep('note', key)
    vi.advanceTimersByTime(everyMs)
  }
}

describe('what is kept in pauses', () => {
  it('is not written with any key, and once when the typing pauses', () => {
    type(20, 100)
    expect(kept).toEqual([])
    vi.advanceTimersByTime(400)
    expect(kept).toEqual([['note', 20]])
    vi.advanceTimersByTime(10_000)
    expect(kept).toHaveLength(1)
  })

  it('waits three seconds at most while somebody types on', () => {
    type(100, 100)
    expect(kept.length).toBeGreaterThanOrEqual(3)
    expect(kept.length).toBeLessThanOrEqual(4)
  })

  it.each(['pagehide', 'blur', 'visibilitychange'])('is written at once on %s', (event) => {
    type(3, 10)
    heard.get(event)?.()
    expect(kept).toEqual([['note', 3]])
  })

  it('is gone with what is thrown away, and keeps the other keys', () => {
    late.keep('note', 1)
    late.keep('other', 2)
    late.drop('note')
    expect([late.has('note'), late.has('other')]).toEqual([false, true])
    late.flush()
    expect(kept).toEqual([['other', 2]])
  })
})
