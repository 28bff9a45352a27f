import http, { type ServerResponse } from 'node:http'
import net from 'node:net'
import { expect, it, vi } from 'vitest'
import { onLoopback } from '../../../../tests/support/loopback.ts'
import type { Subscriber } from '../live/hub.ts'
import { openStream } from './open-stream.ts'

type Transport = Pick<Subscriber, 'write' | 'pending' | 'end' | 'cut'>

let transport: Transport
let response: ServerResponse
const left = vi.fn<() => void>()
const released = vi.fn<() => void>()
const server = http.createServer((_, answer) => {
  response = answer
  for (const name of ['content-security-policy', 'x-frame-options', 'referrer-policy', 'x-own'])
    answer.setHeader(name, 'x')
  openStream(answer, Buffer.from('first\n\n'), released, (given) => {
    transport = given
    return left
  })
})
const port = await onLoopback(server)

/** Opens a stream with the given HTTP version and collects what arrives. */
const opened = async (version: string) => {
  left.mockClear()
  released.mockClear()
  const socket = net.connect(port, '127.0.0.1')
  const came = { text: '', isOver: false }
  socket.on('data', (bytes) => (came.text += bytes.toString()))
  socket.on('close', () => (came.isOver = true))
  socket.on('error', () => undefined)
  socket.write(`GET / HTTP/${version}\r\nhost: x\r\nx-secret: y\r\n\r\n`)
  await vi.waitUntil(() => came.text.includes('first'), { interval: 1, timeout: 60_000 })
  return {
    socket,
    came,
    heard: (text: string) => vi.waitUntil(() => came.text.includes(text), { interval: 1, timeout: 60_000 }),
  }
}

it('begins at once, without what browsers heed of pages alone', async () => {
  const { came, socket } = await opened('1.1')
  const [head = '', body = ''] = came.text.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 200 .*\r\n/)
  expect(head.toLowerCase()).toContain('content-type: text/event-stream')
  expect(head).toContain('x-own: x')
  for (const name of ['content-security-policy', 'x-frame-options', 'referrer-policy']) expect(head).not.toContain(name)
  expect(body).toMatch(/^7\r\nfirst\n\n/)
  expect([response.req.headers, response.req.rawHeaders]).toEqual([{}, []])
  socket.destroy()
})

it('has what is written in chunks, the same bytes for all who get them', async () => {
  const one = await opened('1.1')
  const write = vi.spyOn(response.socket as net.Socket, 'write')
  const bytes = Buffer.from('x'.repeat(20))
  transport.write(bytes)
  transport.write(bytes)
  await one.heard(`14\r\n${bytes.toString()}\r\n14\r\n${bytes.toString()}\r\n`)
  const chunks = write.mock.calls.map(([chunk]) => chunk)
  expect([chunks.length, chunks[0] === chunks[1]]).toEqual([2, true])
  expect(transport.pending()).toBe(0)
  transport.end()
  await one.heard('0\r\n\r\n')
  one.socket.destroy()
})

it('has them as they are where the caller knows no chunks', async () => {
  const { heard, came, socket } = await opened('1.0')
  transport.write(Buffer.from('second\n\n'))
  await heard('first\n\nsecond\n\n')
  transport.end()
  await vi.waitUntil(() => came.isOver, { interval: 1, timeout: 60_000 })
  expect(came.text.endsWith('first\n\nsecond\n\n')).toBe(true)
  socket.destroy()
})

it('says what a caller has not taken, is cut at once, and gives back its place once', async () => {
  const { came, socket } = await opened('1.1')
  socket.pause()
  const bytes = Buffer.alloc(1_000_000, 'x')
  for (let times = 0; times < 20; times++) transport.write(bytes)
  expect(transport.pending()).toBeGreaterThan(0)
  expect([left.mock.calls.length, released.mock.calls.length]).toEqual([0, 0])
  transport.cut()
  await vi.waitUntil(() => released.mock.calls.length > 0, { interval: 1, timeout: 60_000 })
  expect([left.mock.calls.length, released.mock.calls.length]).toEqual([1, 1])
  socket.resume()
  await vi.waitUntil(() => came.isOver, { interval: 1, timeout: 60_000 })
  expect(came.text.length).toBeLessThan(20_000_000)
})

it('says nothing more once it is over, however long a caller leaves that untaken', async () => {
  const { came, socket } = await opened('1.1')
  socket.pause()
  const bytes = Buffer.alloc(1_000_000, 'x')
  for (let times = 0; times < 20; times++) transport.write(bytes)
  transport.end()
  // The subscription is over, so nothing more is written.
  expect([left.mock.calls.length, released.mock.calls.length]).toEqual([1, 0])
  socket.resume()
  await vi.waitUntil(() => released.mock.calls.length > 0, { interval: 1, timeout: 60_000 })
  await vi.waitUntil(() => came.text.endsWith('0\r\n\r\n'), { interval: 1, timeout: 60_000 })
  socket.destroy()
})
