import { describe, expect, it } from 'vitest'
import type { Fault } from '../../src/client/sdk/core/status.ts'
import { aClient, aServer, off, on } from './page-client.ts'
import { aPage } from './pages.ts'
import { until } from './world.ts'

describe("a page's client that follows", () => {
  it('comes back after the server was away, and serves what it has meanwhile', async () => {
    const server = await aServer()
    const fanion = aClient(server)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    await server.stop()
    server.evaluate = () => [off]
    await until(() => fanion.status.state === 'stale')
    expect(fanion.flags.checkout()).toBe(true)
    await server.start()
    await until(() => fanion.status.state === 'ready')
    expect(fanion.flags.checkout()).toBe(false)
  })

  it('does not miss what changed before its event stream was open', async () => {
    const server = await aServer()
    const fanion = aClient(server)
    await fanion.ready()
    server.evaluate = () => [off]
    await until(() => !fanion.flags.checkout())
    expect(server.streams.size).toBe(1)
  })

  it('asks now and then where there is no event stream', async () => {
    const server = await aServer()
    server.streaming = false
    const fanion = aClient(server)
    await fanion.ready()
    expect(fanion.status.source).toBe('poll')
    server.evaluate = () => [off]
    await until(() => !fanion.flags.checkout())
  })

  it('lets go of the stream while the page is hidden, and asks again when it is seen', async () => {
    const server = await aServer()
    server.idleSec = 10
    const page = aPage()
    const fanion = aClient(server, {}, page)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    page.see(false)
    // A hidden page still fetches updates, and closes its stream anyway.
    server.evaluate = () => [{ ...on, variant: 'anew' }]
    server.tell()
    await until(() => fanion.flags.checkout.details().variant === 'anew')
    await until(() => server.streams.size === 0)
    server.evaluate = () => [off]
    page.see(true)
    await until(() => !fanion.flags.checkout() && server.streams.size === 1)
    expect(fanion.status.state).toBe('ready')
  })

  it('keeps the stream where the page is hidden for a moment only', async () => {
    const server = await aServer()
    const page = aPage()
    const fanion = aClient(server, {}, page)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    let streams = 1
    server.intercept = ({ url }) => {
      if (url === '/stream') streams += 1
      return false
    }
    page.see(false)
    page.see(true)
    server.evaluate = () => [off]
    server.tell()
    await until(() => !fanion.flags.checkout())
    expect(streams).toBe(1)
  })

  it.each([401, 403])('takes %i for final and says so', async (code) => {
    const server = await aServer()
    server.intercept = (_, response) => {
      response.writeHead(code).end()
      return true
    }
    const faults: Fault[] = []
    const fanion = aClient(server)
    fanion.on('error', (fault) => faults.push(fault))
    expect((await fanion.ready()).ready).toBe(false)
    expect(fanion.status.state).toBe('error')
    expect(faults).toHaveLength(1)
  })

  it.each([
    ['no JSON', '<p>Welcome</p>'],
    ['no answers', '{"flags":7}'],
  ])('tries again after an answer that is %s', async (_, body) => {
    const server = await aServer()
    let wrong = 2
    server.intercept = (request, response) => {
      if (request.method !== 'POST' || wrong-- <= 0) return false
      response.writeHead(200).end(body)
      return true
    }
    const fanion = aClient(server)
    expect(await fanion.ready({ timeoutMs: 300_000 })).toEqual({ ready: true, reason: null })
  })

  it('does not throw for a context that cannot be sent, and says so', async () => {
    const server = await aServer()
    const fanion = aClient(server)
    await fanion.ready()
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const { ready, reason } = await fanion.setContext(circle)
    expect(ready).toBe(false)
    expect(reason).toMatch(/the context cannot be sent/)
    expect(fanion.flags.checkout()).toBe(true)
  })

  it('tells of an event that is malformed, and goes on', async () => {
    const server = await aServer()
    const faults: Fault[] = []
    const fanion = aClient(server)
    // Flags that this server does not return are reported, too.
    fanion.on('error', (fault) => fault.flag === undefined && faults.push(fault))
    await fanion.ready()
    await until(() => server.streams.size === 1)
    for (const stream of server.streams) stream.write('data: {\n\n')
    await until(() => faults.length === 1)
    server.tell({ type: 'weather' })
    server.tell(null)
    server.evaluate = () => [off]
    server.tell()
    await until(() => !fanion.flags.checkout())
    expect(faults).toHaveLength(1)
  })

  it('serves on after close and asks no more', async () => {
    const server = await aServer()
    const fanion = aClient(server)
    await fanion.ready()
    await until(() => server.streams.size === 1)
    await fanion.close()
    await until(() => server.streams.size === 0)
    expect(fanion.flags.checkout()).toBe(true)
    expect(fanion.status.state).toBe('closed')
  })
})
