import { describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Change, Fault, Status } from '../../src/client/sdk/core/status.ts'
import { aDatafile, aFlag, serverKey } from './wire-server.ts'
import { aClient, aServer, hastyPlatform, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const off = aFlag('checkout', false)
const on = aFlag('checkout', true)

describe('a client', () => {
  it('is ready with the datafile of the stream, and asks with its key', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    expect(fanion.flags.checkout()).toBe(false)
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
    expect(fanion.flags.checkout()).toBe(true)
    expect(fanion.status).toEqual({ state: 'ready', reason: null, source: 'stream', revision: 1 })
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${serverKey}`)
  })

  it('answers by each patch, and tells which flags may answer otherwise', async () => {
    const server = await aServer(aDatafile(1, [on, aFlag('hero', true)]))
    const fanion = aClient(server, flags)
    await fanion.ready()
    const changes: Change[] = []
    fanion.on('change', (change) => changes.push(change))
    server.publish(off)
    await until(() => changes.length === 1)
    expect(fanion.flags.checkout()).toBe(false)
    expect(changes).toEqual([{ revision: 2, keys: ['checkout'] }])
  })

  it('names the flags that change because a segment or a prerequisite of theirs did', async () => {
    const child = aFlag('child', true, { prerequisites: [{ flag: 'checkout', variants: ['on'] }] })
    const grandchild = aFlag('grandchild', true, { prerequisites: [{ flag: 'child', variants: ['on'] }] })
    const server = await aServer(aDatafile(1, [on, child, grandchild, aFlag('other', true)]))
    const fanion = aClient(server, flags)
    await fanion.ready()
    const changes: Change[] = []
    fanion.on('change', (change) => changes.push(change))
    server.publish(off)
    await until(() => changes.length === 1)
    expect(changes[0]?.keys).toEqual(['checkout', 'child', 'grandchild'])
  })

  it('resumes from its revision after the stream was cut', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    server.cutStreams()
    await until(() => server.asked('/sdk/v1/stream?revision=1') === 1)
    await until(() => fanion.status.state === 'ready')
    server.publish(off)
    await until(() => !fanion.flags.checkout())
    expect(fanion.status.revision).toBe(2)
  })

  it('says that it is stale while the server is away, serves on, and catches up when it is back', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    const told: Status[] = []
    fanion.on('status', (status) => told.push(status))
    await server.stop()
    await until(() => fanion.status.state === 'stale')
    expect(fanion.flags.checkout()).toBe(true)
    server.publish(off)
    await server.start()
    await until(() => fanion.status.state === 'ready')
    expect(fanion.flags.checkout()).toBe(false)
    expect(told[0]).toMatchObject({ state: 'stale', source: 'stream', revision: 1 })
    expect(told.at(-1)).toMatchObject({ state: 'ready', source: 'stream', revision: 2 })
  })

  it('does not take a frame that was cut in the middle, and loses nothing by it', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    server.write('event: patch\ndata: {"from":1,"to":2,"digest":"')
    server.cutStreams()
    server.publish(off)
    await until(() => !fanion.flags.checkout())
    expect(fanion.status.revision).toBe(2)
  })

  it.each([
    ['JSON that does not parse', 'event: patch\ndata: {"from":\n\n'],
    ['a patch without documents', 'event: patch\ndata: {"from":1,"to":2,"digest":"x"}\n\n'],
    ['a datafile that is a list', 'event: datafile\ndata: []\n\n'],
    ['a datafile of a later format', 'event: datafile\ndata: {"format":2}\n\n'],
    ['a farewell without a time', 'event: reconnect\ndata: {}\n\n'],
  ])('tells of %s, asks for the whole datafile, and keeps what it has meanwhile', async (_, frame) => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    const faults: Fault[] = []
    fanion.on('error', (fault) => faults.push(fault))
    server.write(frame)
    await until(() => faults.length === 1)
    expect(fanion.flags.checkout()).toBe(true)
    await until(() => server.requests.filter(({ url }) => url === '/sdk/v1/stream').length === 2)
    await until(() => fanion.status.state === 'ready')
    expect(faults[0]?.message).toMatch(/malformed (patch|datafile|reconnect) event/)
  })

  it('asks for the whole datafile when a patch does not lead to its digest', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    server.send('patch', { from: 1, to: 2, digest: 'f'.repeat(32), flags: { checkout: off }, segments: {} })
    await until(() => server.requests.filter(({ url }) => url === '/sdk/v1/stream').length === 2)
    expect(fanion.flags.checkout()).toBe(true)
    expect(fanion.status.revision).toBe(1)
  })

  it('asks for the whole datafile when a patch starts from another revision', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    const { digest } = aDatafile(9, [off])
    server.send('patch', { from: 8, to: 9, digest, flags: { checkout: off }, segments: {} })
    await until(() => server.requests.filter(({ url }) => url === '/sdk/v1/stream').length === 2)
    expect(fanion.flags.checkout()).toBe(true)
  })

  it('does not take a stream for a datafile that has said something else', async () => {
    const server = await aServer()
    server.intercept = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: weather\ndata: rain\n\n: here\n\n')
      return true
    }
    const fanion = aClient(server, flags)
    expect((await fanion.ready()).ready).toBe(false)
    expect(fanion.status.state).toBe('not ready')
  })

  it('passes over events that it does not know', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags)
    await fanion.ready()
    server.write('event: weather\ndata: rain\n\n')
    server.publish(off)
    await until(() => !fanion.flags.checkout())
    expect(server.asked('/sdk/v1/stream')).toBe(1)
  })

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
    // Nothing comes any more, nor is anything closed: 45 s of silence, here 4.5 s.
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
    expect(fanion.status.reason).toMatch(/nothing came through the stream/)
    server.publish(off)
    await until(() => !fanion.flags.checkout())
    await until(() => server.asked('/sdk/v1/datafile') >= 3)
    const tags = server.requests.filter(({ url }) => url === '/sdk/v1/datafile').map((r) => r.headers['if-none-match'])
    expect(tags).toContain(`"2-${server.datafile.digest}"`)
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
