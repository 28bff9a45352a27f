import { load } from './load.ts'
import { demoServer, script } from './server-process.ts'

/**
 * npm run bench:ofrep: requests a second of OFREP, one flag and all flags, over 50 connections, beside a bare `node:http`
 * of 200 bytes in the same run, alternating. Server and load generator share the machine.
 */
const rounds = 3
const durationMs = 3_000
const connections = 50

const server = await demoServer()
const bare = await script('bare-http.ts')
const key = server.demo.keys['production']?.server ?? ''
const body = JSON.stringify({
  context: { targetingKey: 'user-1', country: 'NO', email: 'a@example.com', plan: 'gold' },
})
const post = (path: string) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
const here = { host: '127.0.0.1', connections, durationMs }
const subjects = {
  'bare node:http, 200 bytes': { ...here, port: Number(bare.said), request: post('/') },
  'OFREP, one flag': { ...here, port: Number(server.url.port), request: post('/ofrep/v1/evaluate/flags/checkout-v2') },
  'OFREP, all flags': { ...here, port: Number(server.url.port), request: post('/ofrep/v1/evaluate/flags') },
}

const results: Record<string, { perSecond: number[]; p50: number[]; p99: number[]; failures: number }> = {}
for (let round = 0; round <= rounds; round++) {
  for (const [name, subject] of Object.entries(subjects)) {
    const { perSecond, p50Ms, p99Ms, failures } = await load({
      ...subject,
      durationMs: round === 0 ? 1_000 : durationMs,
    })
    if (round === 0) continue // to warm up
    const result = (results[name] ??= { perSecond: [], p50: [], p99: [], failures: 0 })
    result.perSecond.push(perSecond)
    result.p50.push(p50Ms)
    result.p99.push(p99Ms)
    result.failures += failures
  }
}
await server.stop()
await bare.stop()

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const floor = median(results['bare node:http, 200 bytes']?.perSecond ?? [])
console.table(
  Object.entries(results).map(([name, { perSecond, p50, p99, failures }]) => ({
    name,
    'requests/s': median(perSecond),
    'of bare': `${((median(perSecond) / floor) * 100).toFixed(0)} %`,
    'p50 ms': median(p50).toFixed(2),
    'p99 ms': median(p99).toFixed(2),
    failures,
  })),
)
