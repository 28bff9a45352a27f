import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net from 'node:net'
import { beforeEach, expect, it, vi } from 'vitest'
import { onLoopback } from '../../../../tests/support/loopback.ts'
import { serializeRequests } from './serialize-requests.ts'

type Under = { url: string; response: ServerResponse }

let under: Under[] = []
let mostAtOnce = 0
let asked: string[] = []
const server = http.createServer(
  serializeRequests(({ url = '' }: IncomingMessage, response) => {
    const one = { url, response }
    asked.push(url)
    under.push(one)
    mostAtOnce = Math.max(mostAtOnce, under.length)
    response.once('close', () => (under = under.filter((other) => other !== one)))
  }),
)
const port = await onLoopback(server)
beforeEach(() => {
  ;[under, asked, mostAtOnce] = [[], [], 0]
})

/** Sends several requests at once on one connection. */
const pipelined = (count: number) => {
  const socket = net.connect(port, '127.0.0.1')
  const came = { text: '', isOver: false }
  socket.on('data', (bytes) => (came.text += bytes.toString()))
  socket.on('close', () => (came.isOver = true))
  socket.on('error', () => undefined)
  socket.write(Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))
  return { socket, came }
}
const until = (holds: () => boolean) => vi.waitUntil(holds, { interval: 1, timeout: 60_000 })

it('requests that come at once on one connection are answered in order, one at a time', async () => {
  const { socket, came } = pipelined(30)
  for (let at = 0; at < 30; at++) {
    await until(() => asked.length === at + 1)
    under[0]?.response.end(`answer ${at}.`)
  }
  await until(() => came.text.includes('answer 29.'))
  expect(mostAtOnce).toBe(1)
  expect([...came.text.matchAll(/answer (\d+)\./g)].map(([, at]) => Number(at))).toEqual(
    Array.from({ length: 30 }, (_, at) => at),
  )
  socket.destroy()
})

it('those of a caller who is gone are not begun', async () => {
  const { socket } = pipelined(3)
  await until(() => asked.length === 1)
  socket.destroy()
  await until(() => under.length === 0)
  const other = pipelined(1)
  await until(() => under.length === 1)
  expect(asked).toEqual(['/0', '/0'])
  other.socket.destroy()
})

it('a caller who takes nothing of an answer loses the connection; one who waits for it, or has it, does not', async () => {
  const waits = pipelined(1)
  await until(() => under.length === 1)
  // Node emits this when a socket has been inactive for the timeout.
  under[0]?.response.emit('timeout', waits.socket)
  under[0]?.response.write('begun.')
  await until(() => waits.came.text.includes('begun.'))
  under[0]?.response.emit('timeout', waits.socket)
  waits.socket.pause()
  const bytes = Buffer.alloc(1_000_000)
  for (let times = 0; times < 20; times++) under[0]?.response.write(bytes)
  expect([waits.came.isOver, under.length]).toEqual([false, 1])
  under[0]?.response.emit('timeout', waits.socket)
  await until(() => under.length === 0)
  waits.socket.resume()
  await until(() => waits.came.isOver)
})
