import { afterEach, describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Platform } from '../../src/client/sdk/core/platform.ts'
import type { Ready } from '../../src/client/sdk/core/ready.ts'
import { anOfrepServer, aPage, aPageClient } from './pages.ts'
import { aDatafile, aFlag } from './wire-server.ts'
import { aClient, aServer, hastyPlatform, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const bootstrap = aDatafile(4, [aFlag('checkout', true)])

/** Timers of `ready` calls. They fire only when the test says so. */
let waits: (() => void)[] = []
afterEach(() => {
  waits = []
})
const { startTimer: realTimer } = hastyPlatform()
const startTimer: Platform['startTimer'] = (run, afterMs, hold) => {
  // While nobody listens for changes, only these timers keep the process alive.
  if (hold !== true) return realTimer(run, afterMs, hold)
  waits.push(run)
  return () => {
    waits = waits.filter((other) => other !== run)
  }
}
/** Returns the answer if it needs no timer. Throws if there is none. */
const atOnce = async (asked: Promise<Ready>): Promise<Ready> => {
  let answer: Ready | null = null
  void asked.then((given) => {
    answer = given
  })
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  return answer ?? Promise.reject(new Error('it waits'))
}

describe('ready of a program', () => {
  it('answers at once in an outage where there is something to serve; who asked first waits on', async () => {
    const server = await aServer()
    await server.stop()
    const fanion = aClient(server, flags, { bootstrap }, hastyPlatform({ startTimer }))
    let first: Ready | null = null
    void fanion.ready().then((answer) => {
      first = answer
    })
    await until(() => fanion.status.reason !== 'connecting')
    expect(waits).toHaveLength(1)
    for (let request = 0; request < 3; request += 1)
      expect(await atOnce(fanion.ready())).toEqual({ ready: false, reason: expect.stringMatching(/cannot be reached/) })
    expect(first).toBe(null)
    await server.start()
    await until(() => first !== null)
    expect(first).toEqual({ ready: true, reason: null })
    expect(await atOnce(fanion.ready())).toEqual({ ready: true, reason: null })
    expect(waits).toEqual([])
  })

  it('answers at once after the server went away', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags, {}, hastyPlatform({ startTimer }))
    await fanion.ready()
    await server.stop()
    await until(() => fanion.status.state === 'stale')
    expect((await atOnce(fanion.ready())).ready).toBe(false)
    expect(fanion.flags.checkout()).toBe(true)
  })

  it('has a server that says nothing waited for once', async () => {
    const server = await aServer()
    const fetch: Platform['fetch'] = (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const platform = {
      ...hastyPlatform({ fetch }),
      startTimer: (...timer: Parameters<typeof startTimer>) => startTimer(timer[0], 60_000, timer[2]),
    }
    const fanion = aClient(server, flags, { bootstrap }, platform)
    // A very short timeout does not count as waiting.
    const passing = fanion.ready({ timeoutMs: 1 })
    for (const end of waits) end()
    expect((await passing).reason).toMatch(/not ready within 0.001 s/)
    const first = fanion.ready()
    expect(waits).toHaveLength(1)
    for (const end of waits) end()
    expect(await first).toEqual({ ready: false, reason: 'not ready within 3 s: connecting' })
    expect((await atOnce(fanion.ready())).ready).toBe(false)
  })

  it('is waited for each time where there is nothing to serve', async () => {
    const server = await aServer()
    await server.stop()
    const fanion = aClient(server, flags, {}, hastyPlatform({ startTimer }))
    await until(() => fanion.status.reason !== 'connecting')
    const both = [fanion.ready(), fanion.ready()]
    expect(waits).toHaveLength(2)
    await server.start()
    expect(await Promise.all(both)).toEqual([
      { ready: true, reason: null },
      { ready: true, reason: null },
    ])
  })
})

describe('ready of a page', () => {
  it('answers at once in an outage where there is something to serve, and waits for each other context', async () => {
    const server = await anOfrepServer(({ targetingKey }) => [{ key: 'checkout', value: targetingKey === 'user-2' }])
    const { platform } = aPage()
    const fanion = aPageClient(server, flags, {}, { ...aPage(), platform: { ...platform, startTimer } })
    await fanion.ready()
    await server.stop()
    await until(() => fanion.status.state === 'stale')
    expect((await atOnce(fanion.ready())).ready).toBe(false)
    const other = fanion.setContext({ targetingKey: 'user-2' })
    expect(waits).toHaveLength(1)
    await until(() => /cannot be reached/.test(fanion.status.reason ?? ''))
    expect((await atOnce(fanion.ready())).ready).toBe(false)
    await server.start()
    expect(await other).toEqual({ ready: true, reason: null })
    expect(fanion.flags.checkout()).toBe(true)
  })
})
