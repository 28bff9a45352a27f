import type { Fetch, Platform } from '../core/platform.ts'

/** The platform of runtimes that have only web standards. */
export const edgePlatform = (given?: Fetch): Platform => ({
  name: '@fanion/sdk/edge',
  now: Date.now,
  random: Math.random,
  newId: () => crypto.randomUUID(),
  startTimer: (run, afterMs, hold = false) => {
    // A number in most runtimes. If it is an object, `unref` stops it from keeping the process alive.
    const timer: unknown = setTimeout(run, afterMs)
    const { unref } = Object(timer)
    if (!hold && typeof unref === 'function') unref.call(timer)
    return () => clearTimeout(timer as Parameters<typeof clearTimeout>[0])
  },
  fetch: given ?? ((url, init) => fetch(url, init)),
  warn: console.warn,
  file: null,
})
