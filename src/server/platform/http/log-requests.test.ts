import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { logRequests, type RequestLine } from './log-requests.ts'
import { Proxies } from './proxies.ts'

const lines: RequestLine[] = []
const log = { info: (line: RequestLine, message: string) => void lines.push({ ...line, requestId: message }) }
const anApp = (logLevel: string) => {
  const app = Fastify()
  // The hook uses only these services.
  logRequests(app, { config: { logLevel }, log, proxies: new Proxies([]) } as never)
  app.get('/*', async () => ({}))
  return app
}
const app = anApp('info')
beforeAll(() => app.ready())
afterAll(() => app.close())

it.each([
  ['/', '/'],
  ['/sdk/v1/datafile?key=secret', '/sdk/v1/datafile?…'],
  ['/invite/secret', '/invite/…'],
  ['/reset/secret?more=secret', '/reset/…?…'],
  ['/verify/secret/x', '/verify/…/x'],
  ['/p/reset/here', '/p/reset/here'],
])('a request of %s is a line of the log, once, without what is secret', async (url, path) => {
  lines.length = 0
  const begun = performance.now()
  await app.inject({ url })
  const took = performance.now() - begun
  const address = '127.0.0.1'
  expect(lines).toEqual([
    { requestId: 'request', method: 'GET', path, status: 200, durationMs: expect.any(Number), address },
  ])
  const [{ durationMs } = { durationMs: -1 }] = lines
  expect(durationMs).toBeGreaterThanOrEqual(0)
  expect(durationMs).toBeLessThanOrEqual(took + 1)
  expect(Math.abs(durationMs * 100 - Math.round(durationMs * 100))).toBeLessThan(1e-6)
})

it.each([
  ['debug', 1],
  ['warn', 0],
  ['error', 0],
  ['silent', 0],
])('the log at %s has as many lines of a request: %i', async (level, count) => {
  lines.length = 0
  const other = anApp(level)
  onTestFinished(() => other.close())
  await other.inject({ url: '/' })
  expect(lines).toHaveLength(count)
})
