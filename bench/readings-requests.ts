import { gzipSync } from 'node:zlib'
import { signIn } from './management.ts'
import { circumstances, loadNow, quantile, section, tableOf } from './page.ts'
import { demoServer } from './server-process.ts'
import { rowsOf, takeTurns } from './take-turns.ts'
import { unleashServer } from './unleash-server.ts'

/*
 * Compares the endpoint for Unleash SDKs of a real unleash-server with Fanion's, in turn in one run, with the same
 * hundred flags, which Fanion imported from that server's response. Writes its section of docs/benchmarks-switching.md
 * unless `--no-write` is given. Part of `npm run bench:readings`. Needs a build.
 */
const rounds = 5
const durationMs = 3_000
const connections = 50
const spec = '6.1.0'
const before = loadNow()

const unleash = await unleashServer()
const server = await demoServer({ FANION_REQUESTS_PER_MINUTE: '0' })
const call = await signIn(server)
const key = await imported()

/** Imports the hundred flags from the response of Unleash's SDK endpoint. Returns a server key. */
async function imported(): Promise<string> {
  const headers = { authorization: unleash.backend, 'unleash-client-spec': spec }
  const answer = await (await fetch(new URL('/api/client/features', unleash.url), { headers })).text()
  const where = { project: 'from-unleash', environment: 'development' }
  await call('projects.create', { key: where.project, name: 'From Unleash' })
  const { text: token } = await call('tokens.create', { name: 'bench', scopes: [{ project: '*', role: 'owner' }] })
  const bundle = gzipSync(JSON.stringify({ format: 1, parts: { 'client-features.development.json': answer } }))
  const response = await fetch(new URL(`/import/v1/bundles?project=${where.project}`, server.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bundle),
  })
  const source = (await response.json()) as { number: number; run: { number: number } }
  if (!response.ok) throw new Error(JSON.stringify(source))
  await call('imports.applyRun', { project: where.project, source: source.number, run: source.run.number })
  return (await call('keys.create', { ...where, kind: 'server', name: 'Bench' })).text
}

const asked = (path: string, authorization: string, encodings: string) => ({
  ...{ host: '127.0.0.1', connections, durationMs },
  request: [
    `GET ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: ${authorization}`,
    `unleash-client-spec: ${spec}`,
    ...(encodings === '' ? [] : [`accept-encoding: ${encodings}`]),
    '',
    '',
  ].join('\r\n'),
})
/** The Accept-Encoding header of Unleash's SDK for Node.js. */
const bySdk = 'gzip,deflate'
const ours = '**Fanion**, `/unleash/api/client/features`'
const theirs = `unleash-server ${unleash.version}, \`/api/client/features\``
const whole = ', uncompressed'
const [ourPort, ourMetrics] = [Number(server.url.port), new URL('/metrics', server.url).href]
const [theirPort, theirMetrics] = [
  Number(unleash.url.port),
  new URL('/internal-backstage/prometheus', unleash.url).href,
]
const subjectsFor = (encodings: string, suffix: string) => ({
  [ours + suffix]: {
    ...asked('/unleash/api/client/features', key, encodings),
    ...{ port: ourPort, metrics: ourMetrics },
  },
  [theirs + suffix]: {
    ...asked('/api/client/features', unleash.backend, encodings),
    ...{ port: theirPort, metrics: theirMetrics },
  },
})
const subjects = { ...subjectsFor(bySdk, ''), ...subjectsFor('', whole) }
const features = async (url: URL, path: string, authorization: string): Promise<number> => {
  const headers = { authorization, 'unleash-client-spec': spec }
  const { features: all } = (await (await fetch(new URL(path, url), { headers })).json()) as { features: unknown[] }
  return all.length
}
const counts = [
  await features(server.url, '/unleash/api/client/features', key),
  await features(unleash.url, '/api/client/features', unleash.backend),
]
if (counts[0] !== counts[1]) throw new Error(`they answer ${counts.join(' and ')} features`)

const results = await takeTurns(subjects, rounds)
await Promise.all([server.stop(), unleash.stop()])

const rows = rowsOf(results)
const middle = (name: string) => quantile(results.get(name)?.perSecond ?? [], 0.5)
const times = middle(ours) / middle(theirs)
const timesWhole = middle(ours + whole) / middle(theirs + whole)
section(
  'readings-requests',
  `## Requests of Unleash's SDKs, to both servers

${circumstances(before)}

${tableOf(['', 'requests/s', 'server CPU a request, µs', 'p50, ms', 'p99, ms', 'not 200'], rows)}

Goal: 10 times the requests per second of unleash-server or more: ${times.toFixed(1)} times${times >= 10 ? '' : ' (missed)'} as Unleash's SDK asks
(\`accept-encoding: ${bySdk}\`), ${timesWhole.toFixed(1)} times without compression. ${counts[0]} flags in each answer, whole (no 304), specification ${spec}; Fanion imported them from the response of unleash-server.
${connections} keep-alive connections, one request at a time on each; median of ${rounds} rounds of ${durationMs / 1_000} s, with the range;
servers and load generator share the machine. \`npm run bench:readings\``,
  'switching',
)
