import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onPageSeen, pageSeen } from './use-page-seen.ts'

let page: EventTarget & { visibilityState: string }
let stop: (() => void) | undefined
let told: boolean[]

beforeEach(() => {
  vi.useFakeTimers()
  told = []
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (visibilityState: string) => {
  page = Object.assign(new EventTarget(), { visibilityState })
  vi.stubGlobal('document', page)
  stop = onPageSeen(() => told.push(pageSeen()))
  return pageSeen()
}
const turn = (visibilityState: string, forMs: number) => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(forMs)
}

describe('whether a page is seen', () => {
  it('holds on for a look at another tab, and ends once that lasts', () => {
    expect(open('visible')).toBe(true)
    turn('hidden', 4_900)
    turn('visible', 60_000)
    expect(told).toEqual([])
    turn('hidden', 5_000)
    expect(told).toEqual([false])
    turn('visible', 0)
    expect(told).toEqual([false, true])
  })

  it('never holds of a page that is opened hidden, until it is shown', () => {
    expect(open('hidden')).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual([])
    turn('visible', 0)
    expect(told).toEqual([true])
  })

  it('is looked at anew after nobody asked for a while', () => {
    open('visible')
    stop?.()
    page.visibilityState = 'hidden'
    expect(pageSeen()).toBe(false)
  })
})
