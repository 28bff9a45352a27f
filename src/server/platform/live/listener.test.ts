import { expect, it, vi } from 'vitest'
import { Listener } from './listener.ts'

it('tries again and again where nobody answers, after pauses that grow up to seconds, until it is closed', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const pauses: number[] = []
  const next: (() => void)[] = []
  const real = globalThis.setTimeout
  const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms: number) => {
    if (!ms) return real(act)
    pauses.push(ms)
    next.push(act)
    return undefined
  }) as never)
  const woken: unknown[] = []
  // Nothing listens on this port.
  const listener = new Listener('postgres://postgres@127.0.0.1:1/none', (channel) => void woken.push(channel))
  await listener.start()
  for (let times = 1; times < 10; times++) {
    expect([pauses.length, listener.connected]).toEqual([times, false])
    next.at(-1)?.()
    await vi.waitUntil(() => pauses.length > times, { interval: 1, timeout: 60_000 })
  }
  timer.mockRestore()
  expect(pauses).toEqual([50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
  await listener.close()
  // Closing stops further attempts.
  await listener.start()
  expect([pauses.length, woken]).toEqual([10, []])
  vi.restoreAllMocks()
})
