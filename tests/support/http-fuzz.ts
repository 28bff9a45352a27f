import http from 'node:http'
import type { z } from 'zod'
import { appRouter } from '../../src/server/platform/http/trpc/app-router.ts'
import { anInput } from './schema-fuzz.ts'

/** The result of a fuzz run. */
export type FuzzSummary = {
  requests: number
  /** Responses by status. 0 if the connection was closed without one. */
  statuses: Record<string, number>
  /** Requests with an invalid response: a 5xx, a stack, or none. */
  wrong: { request: string; status: number; body: string }[]
  /** The longest event loop delay of the server in seconds, if it could be measured. */
  longestStall: number
  /** Requests that block the event loop too long, alone and repeatedly. */
  stalls: { request: string; seconds: number }[]
}

type Options = {
  url: string
  requests: number
  seed: number
  /** Valid keys, tokens and cookies, mixed with invalid ones. */
  authorizations: readonly string[]
  cookie: string
  /** An existing project. */
  project: string
  /** Returns the server's longest event loop delay since the last call, in seconds. */
  stalled?: () => Promise<number>
}

/** Longest event loop delay that a request may cause. */
export const mostStallSeconds = 0.2

/** Requests between two reads of the event loop delay. */
const perLook = 100

const atOnce = 24

/** Sends random requests to every public endpoint, deterministic by seed. */
export async function fuzzHttp(options: Options): Promise<FuzzSummary> {
  const random = generator(options.seed)
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce })
  const summary: FuzzSummary = { requests: 0, statuses: {}, wrong: [], longestStall: 0, stalls: [] }
  const worker = async (sent: FuzzRequest[], most: number) => {
    while (summary.requests < most) {
      summary.requests++
      const strange = aRequest(random, options)
      sent.push(strange)
      const { status, body } = await send(options.url, strange, agent)
      summary.statuses[status] = (summary.statuses[status] ?? 0) + 1
      // Requests that violate HTTP itself may be cut off.
      const fine = status > 0 && status < 500 && !/\n\s+at |node_modules|\.ts:\d+:\d+|PostgresError/.test(body)
      if (!fine) {
        const { method, path, headers, body: sent } = strange
        const request = `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${sent?.slice(0, 500)}`
        summary.wrong.push({ request, status, body: body.slice(0, 500) })
      }
    }
  }
  const look = async (sent: readonly FuzzRequest[]) => {
    const stall = (await options.stalled?.()) ?? 0
    summary.longestStall = Math.max(summary.longestStall, stall)
    if (stall > mostStallSeconds) summary.stalls.push(...(await culprits(sent, options, agent)))
  }
  await options.stalled?.()
  while (summary.requests < options.requests) {
    const sent: FuzzRequest[] = []
    const most = options.stalled ? Math.min(options.requests, summary.requests + perLook) : options.requests
    await Promise.all(Array.from({ length: atOnce }, () => worker(sent, most)))
    await look(sent)
  }
  agent.destroy()
  return summary
}

/** Finds the requests among these that block the event loop when sent alone, three times out of three. */
async function culprits(sent: readonly FuzzRequest[], options: Options, agent: http.Agent) {
  const found: FuzzSummary['stalls'] = []
  for (const strange of sent) {
    let seconds = Number.POSITIVE_INFINITY
    for (let times = 0; times < 3 && seconds > mostStallSeconds; times++) {
      await options.stalled?.()
      await send(options.url, strange, agent)
      seconds = Math.min(seconds, (await options.stalled?.()) ?? 0)
    }
    if (seconds > mostStallSeconds) {
      found.push({
        request: `${strange.method} ${strange.path.slice(0, 200)} ${strange.body?.slice(0, 2_000)}`,
        seconds,
      })
    }
  }
  return found
}

export type Random = {
  next: () => number
  one: <T>(list: readonly T[]) => T
}

/** A seeded random number generator (mulberry32, by Tommy Ettinger, public domain). */
function generator(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  // Safe cast: the index is within the list, which is never empty.
  return { next, one: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T }
}

type FuzzRequest = { method: string; path: string; headers: Record<string, string>; body: string | undefined }

// Excluded because they would end the session that the other requests need.
const spared = new Set(['account.signOut', 'account.revokeSession'])
const procedures = Object.keys(appRouter._def.procedures).filter((name) => !spared.has(name))
const paths = [
  '/sdk/v1/datafile',
  '/sdk/v1/stream',
  '/sdk/v1/telemetry',
  '/ofrep/v1/evaluate/flags',
  '/ofrep/v1/evaluate/flags/checkout',
  '/ofrep/v1/evaluate/flags/%E0%A4%A',
  '/ofrep/v1/stream',
  '/ofrep/v1/configuration',
  '/audit/export',
  '/mcp',
  '/sdk/fanion-sdk.tgz',
  '/auth/sso/corp',
  '/auth/callback',
  '/healthz',
  '/readyz',
  '/readyz/changes',
  '/metrics',
  '/',
  '/invite/x',
  '/reset/x',
  '/device',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/../../package.json',
]

function aRequest(random: Random, options: Options): FuzzRequest {
  if (random.next() < 0.4) return aNestedRequest(random, options)
  const method = random.one(['GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
  const body = method === 'GET' || method === 'HEAD' ? undefined : aBody(random, options)
  return { method, path: aPath(random, options, body), headers: someHeaders(random, options, body), body }
}

/** A call of one procedure with an input that fits its schema, or nearly. */
function aNestedRequest(random: Random, options: Options): FuzzRequest {
  const name = random.one(procedures)
  const inputs: Record<string, unknown>[] = inputsOf(name).map((schema) => {
    const made = anInput(schema, random, () => aText(random, options))
    return typeof made === 'object' && made !== null ? (made as Record<string, unknown>) : { made }
  })
  const input = Object.assign({}, ...inputs, random.next() < 0.8 ? { project: options.project } : {})
  const body = JSON.stringify(input).slice(0, 1_000_000)
  const headers = { 'content-type': 'application/json', cookie: options.cookie }
  if (isQuery(name) && body.length < 6_000) {
    return { method: 'GET', path: `/trpc/${name}?input=${encodeURIComponent(body)}`, headers, body: undefined }
  }
  return { method: 'POST', path: `/trpc/${name}`, headers, body }
}

type Inside = { readonly _def: { readonly type: string; readonly inputs: readonly z.core.$ZodType[] } }

// tRPC's internal properties with a procedure's type and schemas, which are not public.
const insides = new Map(
  Object.entries(appRouter._def.procedures).map(([name, procedure]) => [name, (procedure as unknown as Inside)._def]),
)
const isQuery = (name: string): boolean => insides.get(name)?.type === 'query'
const inputsOf = (name: string): readonly z.core.$ZodType[] => insides.get(name)?.inputs ?? []

/** URL-encoded text, truncated anywhere, perhaps inside an escape. */
const inUrl = (text: string) => encodeURIComponent(Buffer.from(text).toString()).slice(0, 3_000)

function aPath(random: Random, options: Options, body: string | undefined): string {
  if (random.next() < 0.35) return random.one(paths) + aQuery(random, options)
  const names = Array.from({ length: random.next() < 0.15 ? 1 + Math.floor(random.next() * 25) : 1 }, () =>
    random.one(procedures),
  )
  const batch = names.length > 1 || random.next() < 0.05
  const input = body === undefined ? `?input=${inUrl(aBody(random, options))}` : ''
  return `/trpc/${names.join(',')}${input}${batch ? (input ? '&batch=1' : '?batch=1') : ''}`
}

const aQuery = (random: Random, options: Options) =>
  random.next() < 0.5
    ? ''
    : `?${random.one(['ticket', 'to', 'anew', 'revision', 'code', 'state', 'format', 'before', 'limit', '__proto__'])}=${inUrl(aText(random, options))}`

function someHeaders(random: Random, options: Options, body: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  const maybe = (chance: number, name: string, value: () => string) => {
    // Node would not send invalid header characters.
    if (random.next() < chance)
      headers[name] = value()
        .replaceAll(/[^\x20-\x7e]/g, '?')
        .slice(0, 4_000)
  }
  if (body !== undefined) {
    maybe(0.95, 'content-type', () =>
      random.next() < 0.9
        ? 'application/json'
        : random.one(['text/plain', 'multipart/form-data', 'x', 'application/xml', '']),
    )
  }
  maybe(
    0.5,
    'authorization',
    () => `Bearer ${random.next() < 0.6 ? random.one(options.authorizations) : aText(random, options)}`,
  )
  maybe(0.1, 'x-api-key', () => (random.next() < 0.5 ? random.one(options.authorizations) : aText(random, options)))
  maybe(0.6, 'cookie', () => (random.next() < 0.8 ? options.cookie : `fanion=${aText(random, options)}`))
  maybe(0.1, 'origin', () => random.one(['null', 'https://evil.example', options.url, '://', aText(random, options)]))
  maybe(0.1, 'if-none-match', () => aText(random, options))
  maybe(0.1, 'last-event-id', () => aText(random, options))
  maybe(0.1, 'x-forwarded-for', () => aText(random, options))
  maybe(0.05, 'accept-encoding', () => random.one(['br', 'gzip;q=0', '*', ',,,;q=x', 'identity;q=0']))
  if (headers['authorization'] && random.next() < 0.5) delete headers['cookie']
  else if (random.next() < 0.5) delete headers['authorization']
  return headers
}

function aBody(random: Random, options: Options): string {
  const kind = random.next()
  if (kind < 0.04) return random.one(['', '{', 'null', '[]', '0', '"', '\u0000', '{"a":1,}', 'NaN'])
  if (kind < 0.06) return '['.repeat(2_000) + ']'.repeat(2_000)
  if (kind < 0.08) return `{"a":`.repeat(2_000) + '1' + '}'.repeat(2_000)
  if (kind < 0.085) return JSON.stringify({ a: 'x'.repeat(1_200_000) })
  if (kind < 0.1) return '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
  return JSON.stringify(anObject(random, options, 0))
}

const fields = [
  'project environment flag segment key name description email password token code id userId role environments scopes',
  'context targetingKey entries base message kind document on onIn variants tags url actions paused before after limit',
  'userCode deviceCode from flags segments key entry places filter actor action number version zone reason',
  'counts expiresInDays overlapHours allowedOrigins disabled challengeId response json 0 1 change title verdict body at',
]
  .join(' ')
  .split(' ')

function anObject(random: Random, options: Options, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = random.next() < 0.7 ? { project: options.project } : {}
  if (random.next() < 0.4) made['environment'] = random.one(['development', 'production', 'moon'])
  for (let count = Math.floor(random.next() * 7); count > 0; count--) {
    made[random.next() < 0.9 ? random.one(fields) : aText(random, options)] = aValue(random, options, depth + 1)
  }
  return made
}

function aValue(random: Random, options: Options, depth: number): unknown {
  const kind = random.next()
  if (kind < 0.45) return aText(random, options)
  if (kind < 0.6) return random.one([0, -1, 1, 1.5, 1e308, -0, 2 ** 53, 2 ** 31, 1e-320, 2 ** 63])
  if (kind < 0.7) return random.one([null, true, false])
  if (depth > 4) return []
  if (kind < 0.85) return anObject(random, options, depth)
  return Array.from({ length: Math.floor(random.next() * 4) }, () => aValue(random, options, depth + 1))
}

const aText = (random: Random, options: Options): string =>
  random.one([
    options.project,
    'checkout',
    'development',
    'viewer',
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '../../etc/passwd',
    "'; drop table person; --",
    '{{7*7}}',
    '<script>alert(1)</script>',
    '%00%0d%0aSet-Cookie: a=b',
    '\r\nX-Injected: 1',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'ada@example.com',
    'A'.repeat(43),
    `fan_srv_${'A'.repeat(43)}`,
    `fan_pat_${'A'.repeat(43)}`,
    '019a0000-0000-7000-8000-000000000000',
    '2026-11-20T12:00:00.000Z',
    '9999999999999999999999',
    '-1',
    'x'.repeat(5_000),
    '🚩'.repeat(40),
    'http://169.254.169.254/',
    'javascript:alert(1)',
    '//evil.example',
    'eyJhbGciOiJub25lIn0.e30.',
  ])

function send(
  url: string,
  { method, path, headers, body }: FuzzRequest,
  agent: http.Agent,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = http.request(`${url}${path}`, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const status = response.statusCode ?? 0
      // An event stream has no end, so its headers are the response.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ status, body: '' })
        return void response.destroy()
      }
      let text = ''
      response.on('data', (chunk: Buffer) => {
        if (text.length < 4_000) text += chunk.toString()
      })
      response.on('end', () => resolve({ status, body: text }))
      response.on('error', (error) => resolve({ status, body: error.message }))
    })
    request.on('error', (error) => resolve({ status: 0, body: error.message }))
    request.setTimeout(20_000, () => request.destroy(new Error('there was no answer within 20 s')))
    request.end(body)
  })
}
