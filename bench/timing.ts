/**
 * Measures whether response times reveal whether an account exists, or whether a token or key ever existed. Sends both
 * requests of a pair in random order over one connection, and compares the times with a Mann–Whitney test. Exits with 1
 * if a difference is both significant (p < 0.001) and large enough for a patient attacker (one of the two is slower in
 * more than 60 % of pairs). `npm run bench:timing -- [requests of each kind]`, 500 by default.
 */
import http from 'node:http'
import { runningDatabase } from '../src/server/platform/db/embedded/running.ts'
import { openDb } from '../src/server/platform/db/pool.ts'
import { demoServer } from './server-process.ts'
import { mannWhitney } from './statistics.ts'

const [requests = 500] = process.argv.slice(2).map(Number)
process.env['FANION_REQUESTS_PER_MINUTE'] = '0'
const { url, data, demo, stop } = await demoServer()
const db = openDb(runningDatabase(data, 'fanion') ?? '', 1, () => undefined)
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

type Ask = { path: string; body?: object; headers?: Record<string, string> }

/** Milliseconds from the request to the end of the response, and its status. */
const timed = ({ path, body, headers }: Ask) =>
  new Promise<{ ms: number; status: number }>((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const length = text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}
    const startedAt = performance.now()
    const request = http.request(
      new URL(path, url),
      { method: text ? 'POST' : 'GET', agent, headers: { ...headers, ...length } },
      (response) => {
        response.resume()
        response.on('end', () => resolve({ ms: performance.now() - startedAt, status: response.statusCode ?? 0 }))
      },
    )
    request.on('error', reject)
    request.end(text)
  })

const call = async (name: string, body: object, cookie = '') => {
  const headers = { 'content-type': 'application/json', cookie }
  const response = await fetch(new URL(`/trpc/${name}`, url), { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`)
  // Safe cast: the procedure defines the output.
  const { result } = (await response.json()) as { result: { data: Record<string, unknown> } }
  return { answer: result.data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const { cookie } = await call('account.signIn', demo.owner)
const place = { project: 'shop', environment: 'development' }
const scopes = [{ project: '*', role: 'viewer' }]
const token = (await call('tokens.create', { name: 'revoked', scopes }, cookie)).answer
const { id } = token['token'] as { id: string } // Safe cast: output of the procedure.
await call('tokens.revoke', { id }, cookie)
const key = (await call('keys.create', { ...place, kind: 'server', name: 'revoked' }, cookie)).answer
const { id: keyId } = key['key'] as { id: string } // Safe cast: output of the procedure.
await call('keys.revoke', { project: 'shop', id: keyId }, cookie)

const signIn = (email: string) => ({ path: '/trpc/account.signIn', body: { email, password: 'not the password' } })
const reset = (email: string) => ({ path: '/trpc/account.requestReset', body: { email } })
const bearer = (path: string, text: string) => ({ path, headers: { authorization: `Bearer ${text}` } })
const random = () => Array.from({ length: 43 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')

const pairs: Record<string, [string, () => Ask, string, () => Ask]> = {
  'sign-in': ['unknown account', () => signIn(`${random()}@shop.example`), 'account', () => signIn(demo.owner.email)],
  'password reset': [
    'unknown account',
    () => reset(`${random()}@shop.example`),
    'account',
    () => reset(demo.owner.email),
  ],
  'API token': [
    'unknown',
    () => bearer('/trpc/projects.list', `fan_pat_${random()}`),
    'revoked',
    () => bearer('/trpc/projects.list', String(token['text'])),
  ],
  'SDK key': [
    'unknown',
    () => bearer('/sdk/v1/datafile', `fan_srv_${random()}`),
    'revoked',
    () => bearer('/sdk/v1/datafile', String(key['text'])),
  ],
}

let told = false
for (const [name, [nameA, askA, nameB, askB]] of Object.entries(pairs)) {
  const [a, b]: [number[], number[]] = [[], []]
  const statuses = new Set<number>()
  const one = async (into: number[], ask: Ask) => {
    // resets the rate limit, because requests over it are rejected without any work
    await db.deleteFrom('attempt').execute()
    const { ms, status } = await timed(ask)
    statuses.add(status)
    into.push(ms)
  }
  for (let turn = -10; turn < requests; turn++) {
    const [intoA, intoB]: [number[], number[]] = turn < 0 ? [[], []] : [a, b]
    const order = [() => one(intoA, askA()), () => one(intoB, askB())]
    for (const ask of Math.random() < 0.5 ? order : order.toReversed()) await ask()
  }
  const { medianA, medianB, greater, p } = mannWhitney(a, b)
  const found = p < 0.001 && Math.abs(greater - 0.5) > 0.1
  told ||= found || statuses.size !== 1
  const medians = `median ${medianA.toFixed(2)} ms ${nameA}, ${medianB.toFixed(2)} ms ${nameB}`
  const share = `${(greater * 100).toFixed(1)} % of pairs slower, p = ${p.toPrecision(2)}`
  console.log(`${name}: ${medians}; ${share}, statuses ${[...statuses].join(' ')}${found ? '  TELLS' : ''}`)
}
console.log(`${requests} requests of each kind`)
agent.destroy()
await db.destroy()
await stop()
process.exitCode = told ? 1 : 0
