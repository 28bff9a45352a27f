import { describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Fault } from '../../src/client/sdk/core/status.ts'
import { aFlag } from './wire-server.ts'
import { aClient, aServer, hastyPlatform, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const off = aFlag('checkout', false)
const on = aFlag('checkout', true)

describe('a client in trouble', () => {
  it('comes back at the time the server asks for', async () => {
    const server = await aServer()
    const waits: number[] = []
    const platform = hastyPlatform()
    const fanion = aClient(
      server,
      flags,
      { telemetry: false },
      {
        ...platform,
        startTimer: (run, afterMs, hold) => {
          waits.push(afterMs)
          return platform.startTimer(run, afterMs, hold)
        },
      },
    )
    await fanion.ready()
    server.send('reconnect', { retryMs: 1_234 })
    server.endStreams()
    await until(() => server.asked('/sdk/v1/stream') === 2)
    expect(waits).toContain(1_234)
    expect(fanion.status.state).toBe('ready')
  })

  it('notices a connection that is open but dead', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    // Nothing arrives and nothing closes: 45 s of silence, here 4.5 s.
    await until(() => fanion.status.state === 'stale')
    expect(fanion.status.reason).toMatch(/fell silent: nothing came within 45 s/)
    await until(() => fanion.status.state === 'ready')
    expect(server.asked('/sdk/v1/stream?revision=1')).toBe(1)
  })

  it('gives up on a server that takes a connection and never answers', async () => {
    const server = await aServer()
    server.intercept = () => true
    const fanion = aClient(server, flags)
    await until(() => fanion.status.reason === 'no answer within 3 s')
    expect(fanion.status.state).toBe('not ready')
    server.intercept = () => false
    expect(await fanion.ready({ timeoutMs: 300_000 })).toEqual({ ready: true, reason: null })
  })

  it('falls back to asking for the datafile where something holds the stream back', async () => {
    const server = await aServer()
    server.intercept = (request, response) => {
      if (!request.url?.startsWith('/sdk/v1/stream')) return false
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      return true
    }
    const fanion = aClient(server, flags)
    expect(await fanion.ready({ timeoutMs: 300_000 })).toEqual({ ready: true, reason: null })
    expect(fanion.status).toMatchObject({ state: 'ready', source: 'poll', revision: 1 })
    expect(fanion.status.reason).toMatch(/nothing (came|comes) through the stream/)
    server.publish(off)
    await until(() => !fanion.flags.checkout())
    await until(() => server.asked('/sdk/v1/datafile') >= 3)
    const tags = server.requests.filter(({ url }) => url === '/sdk/v1/datafile').map((r) => r.headers['if-none-match'])
    expect(tags).toContain(`"shop/production/2-${server.datafile.digest}"`)
  })

  it('falls back to asking for the datafile where something answers the stream with a page', async () => {
    const server = await aServer()
    server.intercept = (request, response) => {
      if (!request.url?.startsWith('/sdk/v1/stream')) return false
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>')
      return true
    }
    const fanion = aClient(server, flags)
    await fanion.ready({ timeoutMs: 300_000 })
    expect(fanion.status).toMatchObject({ state: 'ready', source: 'poll' })
    expect(fanion.status.reason).toMatch(/text\/html instead of an event stream/)
  })

  it.each([
    [401, /does not know this key/],
    [403, /does not allow this key/],
  ])('takes %i for final and says so', async (code, reason) => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    const faults: Fault[] = []
    fanion.on('error', (fault) => faults.push(fault))
    server.intercept = (_, response) => {
      response.writeHead(code).end()
      return true
    }
    server.cutStreams()
    await until(() => fanion.status.state === 'error')
    expect(fanion.status.reason).toMatch(reason)
    expect(faults[0]?.message).toMatch(reason)
    expect(fanion.flags.checkout()).toBe(true)
    expect(await fanion.ready()).toMatchObject({ ready: false, reason: expect.stringMatching(reason) })
    const asked = server.asked('/sdk/v1/stream')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(server.asked('/sdk/v1/stream')).toBe(asked)
  })

  it.each([404, 429, 500, 503])('tries again after %i', async (code) => {
    const server = await aServer()
    let refusals = 2
    server.intercept = (_, response) => {
      if (refusals-- <= 0) return false
      response.writeHead(code).end()
      return true
    }
    const fanion = aClient(server, flags)
    await until(() => fanion.status.reason === `the server answered ${code}`)
    expect(await fanion.ready({ timeoutMs: 300_000 })).toEqual({ ready: true, reason: null })
  })

  it('resolves ready at its time-out, saying why', async () => {
    const server = await aServer()
    await server.stop()
    const fanion = aClient(server, flags)
    const { ready, reason } = await fanion.ready({ timeoutMs: 3_000 })
    expect(ready).toBe(false)
    expect(reason).toMatch(/^not ready within 3 s: the server cannot be reached \(.*ECONNREFUSED/)
    expect(fanion.flags.checkout.details()).toMatchObject({ value: false, errorCode: 'PROVIDER_NOT_READY' })
  })

  it('evaluates on while its listeners throw, and tells that they do', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    const faults: Fault[] = []
    fanion.on('change', () => {
      throw new Error('mine')
    })
    fanion.on('change', async () => {
      throw new Error('mine, later')
    })
    fanion.on('error', (fault) => {
      faults.push(fault)
      throw new Error('even here')
    })
    server.publish(off)
    await until(() => faults.length === 2)
    expect(fanion.flags.checkout()).toBe(false)
    expect(faults.map((fault) => fault.message)).toEqual([
      'a listener for "change" threw: mine',
      'a listener for "change" threw: mine, later',
    ])
  })

  it('keeps its time-outs when the wall clock jumps', async () => {
    const server = await aServer()
    let hour = 0
    const fanion = aClient(server, flags, {}, hastyPlatform({ now: () => Date.now() + (hour += 1) * 3_600_000 }))
    await fanion.ready()
    for (const jump of [-9_000, 9_000]) {
      hour += jump
      server.publish(hour > 0 ? on : off)
      await until(() => fanion.flags.checkout() === hour > 0)
      expect(fanion.status.state).toBe('ready')
    }
    await fanion.flush()
    await fanion.flush()
    for (const { from, to } of server.reports) expect(from <= to).toBe(true)
    expect(server.reports.length).toBeGreaterThan(0)
  })

  it('serves on after close, and neither asks nor changes any more', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    await fanion.close()
    await until(() => server.openStreams === 0)
    expect(fanion.status).toMatchObject({ state: 'closed', revision: 1 })
    expect(fanion.flags.checkout()).toBe(true)
    await fanion.close()
    expect(server.asked('/sdk/v1/stream')).toBe(1)
  })
})
