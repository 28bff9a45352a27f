import http, { type ServerResponse } from 'node:http'
import net from 'node:net'
import { expect, it, vi } from 'vitest'
import { onLoopback } from '../../../../tests/support/loopback.ts'
import { limitConnections } from './limit-connections.ts'

const answers: ServerResponse[] = []
const server = http.createServer((_, response) => void answers.push(response))
limitConnections(server, 3)
const port = await onLoopback(server)

const until = (holds: () => boolean) => vi.waitUntil(holds, { interval: 1, timeout: 60_000 })
/** Opens a connection and waits until the server has accepted it. */
const connected = async () => {
  const taken = new Promise((resolve) => server.once('connection', resolve))
  const socket = net.connect(port, '127.0.0.1')
  const one = { socket, text: '', isOver: false }
  socket.on('data', (bytes) => (one.text += bytes.toString()))
  socket.on('close', () => (one.isOver = true))
  socket.on('error', () => undefined)
  await taken
  return one
}
/** Sends a request and waits until the server has received it. */
const ask = async ({ socket }: { socket: net.Socket }) => {
  const before = answers.length
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await until(() => answers.length === before + 1)
}

it('the connection that has asked for nothing for longest makes room, never one that is being answered', async () => {
  const [first, second, third] = [await connected(), await connected(), await connected()]
  await ask(first)
  const fourth = await connected()
  await until(() => second.isOver)
  expect([first, third, fourth].map(({ isOver }) => isOver)).toEqual([false, false, false])
  // A connection that got a response has been idle for less time than one that never sent a request.
  answers[0]?.end('answered')
  await until(() => first.text.includes('answered'))
  const fifth = await connected()
  await until(() => third.isOver)
  for (const one of [first, fourth, fifth]) await ask(one)
  const tooMany = await connected()
  await until(() => tooMany.isOver)
  expect([first, fourth, fifth].map(({ isOver }) => isOver)).toEqual([false, false, false])
  fifth.socket.destroy()
  await until(() => fifth.isOver)
  await until(() => answers.at(-1)?.destroyed === true)
  const next = await connected()
  await ask(next)
  for (const { socket } of [first, fourth, next]) socket.destroy()
})
