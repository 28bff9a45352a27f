import { describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Change, Fault, Status } from '../../src/client/sdk/core/status.ts'
import { aDatafile, aFlag, serverKey } from './wire-server.ts'
import { aClient, aServer, until } from './world.ts'

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
})
