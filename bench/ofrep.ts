import { benchContext } from './hundred-flags.ts'
import { furnishHundred, signIn } from './management.ts'
import { circumstances, loadNow, quantile, section, tableOf } from './page.ts'
import { demoServer, script } from './server-process.ts'
import { rowsOf, takeTurns } from './take-turns.ts'
import { unleashServer } from './unleash-server.ts'

/**
 * npm run bench:ofrep: measures requests a second over 50 connections: OFREP with one flag and with a hundred, a real
 * unleash-server with the same hundred flags, and a bare `node:http` with 200 bytes, in turn in one run. Servers and
 * load generator run on one machine. Writes its section of docs/benchmarks-delivery.md unless `--no-write` is given.
 */
const rounds = 5
const durationMs = 3_000
const connections = 50
const before = loadNow()

const server = await demoServer()
const key = await furnishHundred(await signIn(server))
const bare = await script('bare-http.ts')
const unleash = await unleashServer()
const body = JSON.stringify({ context: benchContext })
const request = (line: string, authorization: string, ...more: string[]) =>
  [`${line} HTTP/1.1`, 'host: 127.0.0.1', `authorization: ${authorization}`, ...more].join('\r\n')
const post = (path: string) =>
  request(`POST ${path}`, `Bearer ${key}`, 'content-type: application/json', `content-length: ${body.length}`, '', body)
const { targetingKey, country } = benchContext
const get = request(`GET /api/frontend?userId=${targetingKey}&properties[country]=${country}`, unleash.frontend, '', '')

const floor = 'bare `node:http`, 200 bytes'
const ours = '**Fanion**, OFREP, 100 flags'
const theirs = `unleash-server ${unleash.version}, frontend API, 100 flags`
const metrics = {
  bare: `http://127.0.0.1:${bare.said}/metrics`,
  fanion: new URL('/metrics', server.url).href,
  unleash: new URL('/internal-backstage/prometheus', unleash.url).href,
}
const here = { host: '127.0.0.1', connections, durationMs }
const subjects = {
  [floor]: { ...here, port: Number(bare.said), request: post('/'), metrics: metrics.bare },
  '**Fanion**, OFREP, one flag': {
    ...here,
    port: Number(server.url.port),
    request: post('/ofrep/v1/evaluate/flags/bench-000'),
    metrics: metrics.fanion,
  },
  [ours]: {
    ...here,
    port: Number(server.url.port),
    request: post('/ofrep/v1/evaluate/flags'),
    metrics: metrics.fanion,
  },
  [theirs]: { ...here, port: Number(unleash.url.port), request: get, metrics: metrics.unleash },
}

const results = await takeTurns(subjects, rounds)
await Promise.all([server.stop(), bare.stop(), unleash.stop()])

const median = (name: string) => quantile(results.get(name)?.perSecond ?? [], 0.5)
const rows = rowsOf(results)
const costs = (name: string) => quantile(results.get(name)?.cpu ?? [], 0.5)
const one = costs(floor) / costs('**Fanion**, OFREP, one flag')
const times = costs(theirs) / costs(ours)
const reached = (yes: boolean) => (yes ? '' : ' (missed)')
section(
  'ofrep',
  `## Evaluation by requests

${circumstances(before)}

${tableOf(['', 'requests/s', 'server CPU a request, µs', 'p50, ms', 'p99, ms', 'not 200'], rows)}

Goals, by what a request costs the server: one flag at 60 % of the throughput of bare or more: ${(one * 100).toFixed(0)} %${reached(one >= 0.6)};
all flags at 10 times that of unleash-server or more: ${times.toFixed(1)} times${reached(times >= 10)} (by requests a second in this run:
${((median('**Fanion**, OFREP, one flag') / median(floor)) * 100).toFixed(0)} % and ${(median(ours) / median(theirs)).toFixed(1)} times). ${connections} keep-alive connections, one request at a time on each; median of
${rounds} rounds of ${durationMs / 1_000} s, with the range; servers and load generator share the machine. CPU is the server's process, all threads,
without PostgreSQL. Of the hundred flags, forty are on for everyone, thirty in three countries, and thirty for half of the users.
Fanion returns value, variant and reason of each flag; Unleash returns those that are on. Unleash has no call for one flag.
\`npm run bench:ofrep\``,
)
