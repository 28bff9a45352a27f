/**
 * Sends invalid and unusual requests to every public endpoint of a built Fanion and reports the results. Exits with 1
 * if any response is a 5xx, contains a stack trace or is missing, or if a request blocks the event loop for over 200
 * ms. `npm run fuzz:http -- [requests] [seed]`: by default 100 000 and a seed from the clock.
 */
import { fuzzHttp, mostStallSeconds } from '../tests/support/http-fuzz.ts'
import { demoServer } from './server-process.ts'

const [requests = 100_000, seed = Date.now() % 2 ** 32] = process.argv.slice(2).map(Number)
process.env['FANION_REQUESTS_PER_MINUTE'] = '0'
const { url, demo, stop } = await demoServer()
const signIn = await fetch(new URL('/trpc/account.signIn', url), {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(demo.owner),
})
const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const authorizations = Object.values(demo.keys).flatMap(({ server, client }) => [server, client])
/** Maximum event loop delay since the last call, from the server's metrics. */
const stalled = async (): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', url))).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? 0)
}
const started = performance.now()
const summary = await fuzzHttp({ url: url.origin, requests, seed, authorizations, cookie, project: 'shop', stalled })
const seconds = (performance.now() - started) / 1_000
const alive = (await fetch(new URL('/readyz', url))).status
await stop()
console.log(`seed ${seed}: ${summary.requests} requests in ${seconds.toFixed(1)} s`)
console.log(`answers by status: ${JSON.stringify(summary.statuses)}`)
console.log(`answered with a 5xx, a stack, or not at all: ${summary.wrong.length}; ready afterwards: ${alive}`)
for (const wrong of summary.wrong.slice(0, 10)) console.log(wrong)
const longestMs = Math.round(summary.longestStall * 1_000)
console.log(`the event loop stood still ${longestMs} ms at most, with 24 requests at once on this machine`)
console.log(`requests that alone hold it up for over ${mostStallSeconds * 1_000} ms: ${summary.stalls.length}`)
for (const stall of summary.stalls.slice(0, 10)) console.log(stall)
process.exitCode = summary.wrong.length > 0 || summary.stalls.length > 0 || alive !== 200 ? 1 : 0
