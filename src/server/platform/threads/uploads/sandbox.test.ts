import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { aFolder } from '../../../../../tests/support/folder.ts'
import { onLoopback } from '../../../../../tests/support/loopback.ts'
import { sandboxArguments } from './start-process.ts'

const denyNetwork = fileURLToPath(new URL('./deny-network.ts', import.meta.url))

/**
 * Attempts that malicious code in an upload's process would make. Each gets the path of the secret file and a port with
 * a listener.
 */
const attempts: Readonly<Record<string, string>> = {
  'read a file': `fs.readFileSync(file)`,
  'read a file by a promise': `await fs.promises.readFile(file)`,
  'list a folder': `fs.readdirSync(path.dirname(file))`,
  'write a file': `fs.writeFileSync(file + '.new', 'x')`,
  'follow a link': `fs.symlinkSync(file, file + '.link')`,
  'load a module from another folder': `await import(file)`,
  'start a program': `throwIfError(child.spawnSync('/bin/true'))`,
  'start a shell': `child.execSync('true')`,
  'start a thread': `new Worker('1', { eval: true })`,
  'load a native addon': `process.dlopen({ exports: {} }, file)`,
  'use internal bindings': `process.binding('tcp_wrap')`,
  'open the inspector': `(await import('node:inspector')).open(0)`,
  'connect a socket': `await event(net.connect(port, '127.0.0.1'), 'connect')`,
  'request by HTTP': `await event(http.get({ port, host: '127.0.0.1' }), 'response')`,
  'request by fetch': `await fetch('http://127.0.0.1:' + port)`,
  'open a TLS connection': `await event(tls.connect(port, '127.0.0.1'), 'secureConnect')`,
  'open an HTTP/2 connection': `await event(http2.connect('http://127.0.0.1:' + port), 'connect')`,
  'open a WebSocket': `await event(new WebSocket('ws://127.0.0.1:' + port), 'open')`,
  'send a datagram': `dgram.createSocket('udp4').send('x', port, '127.0.0.1')`,
  'listen on a port': `await event(net.createServer().listen(0), 'listening')`,
  'look a name up': `await dns.promises.lookup('localhost')`,
  'query a name server': `await new dns.promises.Resolver().resolve4('localhost')`,
}

const program = (file: string, port: number) => `
import child from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'
const file = ${JSON.stringify(file)}, port = ${port}
const throwIfError = ({ error }) => { if (error) throw error }
const event = (emitter, name) => new Promise((resolve, reject) => {
  const on = emitter.once?.bind(emitter) ?? emitter.addEventListener.bind(emitter)
  on(name, resolve)
  on('error', reject)
})
const outcomes = { environment: Object.keys(process.env) }
const attempts = { ${Object.entries(attempts)
  .map(([name, code]) => `${JSON.stringify(name)}: async () => { ${code} }`)
  .join(',\n')} }
for (const [name, attempt] of Object.entries(attempts))
  outcomes[name] = await attempt().then(() => 'allowed', () => 'denied')
console.log(JSON.stringify(outcomes))
process.exit(0)
`

it('the process of an upload reaches no file, program, secret or address', { timeout: 60_000 }, async () => {
  const folder = await aFolder('sandbox')
  const file = path.join(folder, 'secret.mjs')
  await writeFile(file, 'export const secret = 1')
  let connections = 0
  const server = http.createServer((_, response) => response.end()).on('connection', () => (connections += 1))
  const port = await onLoopback(server)
  const code = program(file, port)
  const args = [...sandboxArguments(), `--import=${denyNetwork}`, '--input-type=module', '--eval', code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {} })
  const denied = Object.fromEntries(Object.keys(attempts).map((name) => [name, 'denied']))
  expect(JSON.parse(stdout)).toEqual({ environment: [], ...denied })
  expect(connections).toBe(0)
  // Outside of the sandbox the same attempts succeed, which shows that the test can fail.
  const outside = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { env: {} })
  const allowed = Object.entries(JSON.parse(outside.stdout) as Record<string, unknown>)
  expect(allowed.filter(([, outcome]) => outcome === 'allowed').map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'read a file',
      'start a program',
      'start a thread',
      'connect a socket',
      'request by fetch',
    ]),
  )
})
