import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { closeAnswered } from './close-answered.ts'

/** Starts a server with one request in progress, which responds when the test says so. */
const busy = async () => {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  let answer = () => {}
  const under = new Promise<void>((resolve) => {
    app.get('/', () => {
      resolve()
      return new Promise((done) => {
        answer = () => done('answered')
      })
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // listening, so the address is known
  const agent = new http.Agent({ keepAlive: true })
  const heard = new Promise<string>((resolve) => {
    const request = http.get({ port, host: '127.0.0.1', agent }, (response) => {
      response.on('data', (bytes: Buffer) => resolve(bytes.toString()))
    })
    request.on('error', () => resolve('cut off'))
  })
  await under
  return { app, heard, answer: () => answer(), agent }
}

it('a server that ends answers what is under way, and keeps no idle connection', async () => {
  const { app, heard, answer, agent } = await busy()
  const isOver = vi.fn<() => void>()
  const closing = closeAnswered(app, 60_000).then(isOver)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isOver).not.toHaveBeenCalled()
  answer()
  expect(await heard).toBe('answered')
  await closing
  agent.destroy()
})

it('a server that ends waits no longer than it was told to, and leaves nothing behind', async () => {
  const { app, heard, agent } = await busy()
  const ended = [vi.spyOn(globalThis, 'clearInterval'), vi.spyOn(globalThis, 'clearTimeout')]
  await closeAnswered(app, 30)
  expect(await heard).toBe('cut off')
  expect(ended.map(({ mock }) => mock.calls.length > 0)).toEqual([true, true])
  for (const spy of ended) spy.mockRestore()
  agent.destroy()
})
