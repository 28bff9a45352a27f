// How long from a publish to a connected program: 200 publishes, one after the other, over loopback, to a program that
// uses the client library in a process of its own, while other streams are open.
//
//   npm run bench:propagation                       one program
//   npm run bench:propagation -- --streams 1000     and 1 000 other streams
import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { nowMs } from './propagation/clock.ts'
import { demoServer } from './server-process.ts'

const publishes = Number(option('--publishes') ?? 200)
const streams = Number(option('--streams') ?? 0)
const flag = 'bench-propagation'
const where = { project: 'shop', environment: 'development' }

const server = await demoServer()
const children: ChildProcess[] = []
try {
  const key = server.demo.keys['development']?.server ?? ''
  const call = await signIn()
  await call('flags.create', { project: 'shop', key: flag, name: 'Propagation', onIn: ['development'] })
  let base = (await call('revisions.list', { ...where, limit: 1 }, 'query')).revisions[0].number
  const program = await child('program.ts', server.url.href, key, flag)
  const crowd = streams > 0 ? await child('crowd.ts', server.url.href, key, String(streams)) : undefined

  const acknowledged: number[] = []
  const sent: number[] = []
  const last: number[] = []
  for (let turn = 0; turn < publishes; turn++) {
    const on = turn % 2 === 1
    const revision = base + 1
    const seen = program.heard(revision)
    const seenByAll = crowd?.heard(revision)
    const sentMs = nowMs()
    base = (await call('flags.switch', { ...where, flag, on, base })).number
    const acknowledgedMs = nowMs()
    const { atMs, value } = await seen
    if (base !== revision || value !== on) throw new Error(`the program has ${String(value)} at ${revision}, not ${on}`)
    sent.push(atMs - sentMs)
    acknowledged.push(Math.max(0, atMs - acknowledgedMs))
    if (seenByAll) last.push(Math.max(0, (await seenByAll).atMs - acknowledgedMs))
  }
  const [cpu] = os.cpus()
  console.log(
    `\n${publishes} publishes, ${streams} other streams. Node ${process.versions.node}, ${os.cpus().length} × ${cpu?.model}\n`,
  )
  console.log(`${''.padEnd(42)}${['p50', 'p99', 'most'].map((name) => name.padStart(10)).join('')}`)
  print('acknowledged → the program has it', acknowledged)
  print('sent → the program has it', sent)
  if (last.length > 0) print('acknowledged → the last stream has it', last)
} finally {
  for (const one of children) one.kill()
  await server.stop()
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

function print(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const shown = [at(0.5), at(0.99), at(1)].map((ms) => `${ms.toFixed(1)} ms`.padStart(10))
  console.log(`${what.padEnd(42)}${shown.join('')}`)
}

/** Calls the management API as the demo's owner. */
async function signIn() {
  let cookie = ''
  // the answers are the server's own and only what is used of them is looked at
  type Answer = { number: number; revisions: [{ number: number }] }
  const call = async (procedure: string, input: object, kind: 'query' | 'mutation' = 'mutation'): Promise<Answer> => {
    const address = new URL(`/trpc/${procedure}`, server.url)
    if (kind === 'query') address.searchParams.set('input', JSON.stringify(input))
    const headers = { cookie, 'content-type': 'application/json' }
    const body = kind === 'query' ? {} : { method: 'POST', body: JSON.stringify(input) }
    const response = await fetch(address, { headers, ...body })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${procedure}: ${JSON.stringify(answer)}`)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return answer.result.data
  }
  await call('account.signIn', server.demo.owner)
  return call
}

/** A script of `propagation/` in a process of its own, once it says that it is ready. */
async function child(file: string, ...args: string[]) {
  const process = fork(path.join(import.meta.dirname, 'propagation', file), args)
  children.push(process)
  const waiting = new Map<number, (message: Message) => void>()
  await new Promise<void>((resolve, reject) => {
    process.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
    // our own scripts say nothing else
    process.on('message', (message: unknown) => {
      const { ready, lost, revision, atMs, value } = message as Partial<Message> & { ready?: boolean; lost?: boolean }
      if (lost) reject(new Error(`${file} lost a stream`))
      if (ready === true) resolve()
      if (ready === false) reject(new Error(`${file} did not reach the server`))
      if (revision !== undefined && atMs !== undefined) waiting.get(revision)?.({ revision, atMs, value })
    })
  })
  return { heard: (revision: number) => new Promise<Message>((resolve) => waiting.set(revision, resolve)) }
}

type Message = { revision: number; atMs: number; value: unknown }
