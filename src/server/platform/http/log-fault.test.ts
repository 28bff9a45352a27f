import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logFault } from './log-fault.ts'

let app: FastifyInstance
let port: number
const lines: { route: string; error: string }[] = []
/** Response bodies, one per request, before anything was sent. */
const answers: Readable[] = []
const asked = async () => {
  await expect.poll(() => answers.length).toBe(1)
}
const failures: unknown[] = []

beforeAll(async () => {
  app = Fastify()
  const log = { error: (line: object) => void lines.push(line as never), warn: () => {}, info: () => {} }
  app.setErrorHandler((error, request, reply) => {
    failures.push(error)
    logFault(log, request, error)
    return reply.code(500).send({ error: 'server/internal' })
  })
  await app.register(compress, { global: true, threshold: 0 })
  app.post('/slow', (_, reply) => {
    const answer = new Readable({ read: () => undefined })
    answers.push(answer)
    return reply.type('application/json').send(answer)
  })
  app.post('/broken', () => Promise.reject(new Error('the disk is full')))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())
beforeEach(() => void (lines.length = answers.length = failures.length = 0))

const json = { 'content-type': 'application/json' }
const ask = (path: string, headers: http.OutgoingHttpHeaders = {}) =>
  http
    .request({ method: 'POST', port, host: '127.0.0.1', path, headers: { ...headers, ...json }, agent: false })
    .on('error', () => undefined)
    .end('{}')

describe.each([{}, { 'accept-encoding': 'br' }])('an answer (%o)', (headers) => {
  it('whose caller goes away before it begins is no fault', async () => {
    const caller = ask('/slow', headers)
    await asked()
    caller.destroy()
    await expect.poll(() => failures.length).toBe(1)
    expect(lines).toEqual([])
  })

  it('that breaks off while its caller waits is one', async () => {
    const caller = ask('/slow', headers)
    await asked()
    answers[0]?.destroy()
    await expect.poll(() => lines).toHaveLength(1)
    expect(lines[0]?.route).toBe('/slow')
    caller.destroy()
  })
})

it('what is thrown is a fault, also when its caller is gone by then', async () => {
  const caller = ask('/broken')
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]?.error).toMatch(/^Error: the disk is full\n/)
  caller.destroy()
})
