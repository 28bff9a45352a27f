import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { runningDatabase } from '../src/server/platform/db/embedded/running.ts'
import { circumstances, loadNow, tableOf } from './page.ts'
import { demoServer } from './server-process.ts'

/**
 * npm run bench:floods: measures how a flood from one client affects other clients, and what it stores in the database.
 * Each flood comes from one address over 12 connections for five seconds, while another client signs in repeatedly.
 * `--home` is the folder of another built Fanion to compare with.
 */
const { values } = parseArgs({ options: { home: { type: 'string' } } })
const durationMs = 5_000
const connections = 12
const before = loadNow()

const server = await demoServer({ FANION_TRUST_PROXY: '1' }, values.home)
const database = new pg.Client({ connectionString: runningDatabase(server.data, 'fanion') ?? '' })
await database.connect()
const owner = await ownerCookie()

type Flood = { name: string; table: string; send: () => Promise<Response> }
const attacker = { 'x-forwarded-for': '203.0.113.66', 'content-type': 'application/json' }
const trpc = (names: readonly string[], init: RequestInit, query = '') =>
  fetch(new URL(`/trpc/${names.join(',')}?batch=1${query}`, server.url), init)
const twenty = <T>(one: T): T[] => Array.from({ length: 20 }, () => one)
const batch = (input: unknown) => JSON.stringify(Object.fromEntries(twenty(input).entries()))
const setUp = { email: 'eve@example.com', name: 'Eve', password: 'a long sentence of my own' }
const asOf = () => encodeURIComponent(batch({ project: 'shop', at: new Date().toISOString() }))
const [keys] = Object.values(server.demo.keys)
let unit = 0

const floods: Flood[] = [
  { name: 'nothing', table: 'attempt', send: () => wait(50).then(() => new Response()) },
  {
    name: 'set-up, 20 in a batch',
    table: 'attempt',
    send: () => trpc(twenty('account.setUp'), { method: 'POST', headers: attacker, body: batch(setUp) }),
  },
  {
    name: 'passkeys.signInOptions, 20 in a batch',
    table: 'challenge',
    send: () => trpc(twenty('passkeys.signInOptions'), { method: 'POST', headers: attacker, body: '{}' }),
  },
  {
    name: 'flags.listAsOf, 20 in a batch, signed in',
    table: 'attempt',
    send: () => trpc(twenty('flags.listAsOf'), { headers: { ...attacker, cookie: owner } }, `&input=${asOf()}`),
  },
  { name: '1 000 events in a batch, client key', table: 'intake_count', send: track },
]

const rows: string[][] = []
for (const { name, table, send } of floods) {
  await database.query('delete from attempt')
  const kept = await countOf(table)
  const until = performance.now() + durationMs
  let [answers, refused] = [0, 0]
  const flooding = Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      const response = await send()
      await response.arrayBuffer()
      answers++
      if (response.status === 429) refused++
    }
  })
  const felt = await signInUntil(until)
  await Promise.all(flooding)
  const added = (await countOf(table)) - kept
  rows.push([name, String(answers), String(refused), `${felt.p50} ms`, `${felt.worst} ms`, `${added} ${table}`])
}
await database.end()
await server.stop()
const head = ['flood', 'requests', 'refused whole', 'sign-in, median', 'sign-in, worst', 'rows']
console.log(`${tableOf(head, rows)}\n\n${circumstances(before)}`)

/** Signs in as the owner repeatedly, each time from a new address. Returns the durations. */
async function signInUntil(until: number) {
  const times: number[] = []
  for (let at = 0; performance.now() < until; at++) {
    const started = performance.now()
    await signInFrom(`198.51.100.${at % 250}`)
    times.push(performance.now() - started)
    await wait(100)
  }
  times.sort((a, b) => a - b)
  return { p50: Math.round(times[times.length >> 1] ?? 0), worst: Math.round(times.at(-1) ?? 0) }
}

async function signInFrom(address: string): Promise<Response> {
  const response = await fetch(new URL('/trpc/account.signIn', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(server.demo.owner),
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`a sign-in is answered ${response.status}`)
  return response
}

async function ownerCookie(): Promise<string> {
  const response = await signInFrom('198.51.100.251')
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

function track(): Promise<Response> {
  const at = new Date().toISOString()
  const events = Array.from({ length: 1_000 }, () => ({ event: `e-${unit}`, unit: `u-${unit++}`, at }))
  const batch = { batch: randomUUID(), sentAt: at, sdk: 's', dropped: 0, exposures: [], events }
  const headers = { ...attacker, authorization: `Bearer ${keys?.client}` }
  return fetch(new URL('/sdk/v1/events', server.url), { method: 'POST', headers, body: JSON.stringify(batch) })
}

async function countOf(table: string): Promise<number> {
  const { rows: counted } = await database.query(`select count(*) from ${table}`)
  return Number(counted[0]?.count)
}
