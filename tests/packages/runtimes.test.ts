import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { root } from '../sdk/installed.ts'
import { endsWithFile } from '../support/file-end.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { startListening } from '../support/listening.ts'
import { bun, tools } from '../support/tool.ts'
import { aShop, type Shop } from './shop.ts'

let shop: Shop
let folder: string
beforeAll(async () => {
  shop = await aShop()
  folder = await aFolder('runtimes')
  await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  await shop.install(folder)
})

/** The package of a runtime for this machine, and the path of its executable. */
type Runtime = {
  readonly name: string
  readonly package: string
  readonly file: string
  readonly args: readonly string[]
}

const { platform, arch } = process
const node = (version: string): Runtime => ({
  ...{ name: `Node ${version}`, package: `node-${platform}-${arch}@${version}`, file: 'bin/node', args: [] },
})
const deno: Runtime = {
  name: 'Deno 2.9.6',
  package: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}@2.9.6`,
  file: 'deno',
  args: ['run', '--quiet', '--allow-net', '--allow-env', '--node-modules-dir=manual'],
}
const workerd: Runtime = {
  name: 'workerd',
  package: `@cloudflare/workerd-${platform}-${arch === 'arm64' ? arch : '64'}@1.20261117.1`,
  file: 'bin/workerd',
  args: ['serve', 'config.capnp'],
}

/** Returns the executable of a runtime. Skips the test if the registry has none for this machine. */
const programOf = async (test: TestContext, runtime: Runtime): Promise<string> => {
  if (runtime.name === `Node ${process.versions.node}`) return process.execPath
  const modules = await tools(test, runtime.package).catch((error: { stderr?: string }) => {
    if (/E404|ETARGET|EBADPLATFORM/.test(error.stderr ?? '')) test.skip(`the registry has no ${runtime.package}`)
    throw error
  })
  const [, name = ''] = /^(.*)@/.exec(runtime.package) ?? []
  return path.join(modules, name, runtime.file)
}

/**
 * Evaluates, sets the context of a request, receives a change, closes, and exits because nothing keeps the process
 * alive.
 */
const followOf = (entry: string) => `
import { createFanion, defineFlags } from '@fanion/sdk/${entry}'
import { perRequest } from '@fanion/sdk/request'
import { createFanion as createPage } from '@fanion/sdk/browser'
const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const fanion = createFanion({ url: process.env.FANION_URL, key: process.env.FANION_KEY, flags })
const { ready, reason } = await fanion.ready()
const value = () => fanion.flags.checkout({ targetingKey: 'user-1' })
const visitor = perRequest(fanion)
const read = async () => (await null, visitor.flags.checkout())
const visitors = ['user-1', 'user-2'].map((targetingKey) => visitor.run({ targetingKey }, read))
// on the server that renders it, a page serves what it was handed and asks nobody
const handed = { answers: fanion.handOver({ targetingKey: 'user-2' }), key: process.env.FANION_CLIENT_KEY }
const page = createPage({ url: process.env.FANION_URL, flags, ...handed })
await new Promise((resolve) => setTimeout(resolve, 50))
console.log('page', page.flags.checkout(), page.status.state, page.status.source)
console.log(ready ? 'ready' : reason, value(), ...(await Promise.all(visitors)), fanion.status.source)
fanion.on('change', async ({ keys }) => {
  console.log('changed', keys.join(), value())
  await fanion.close()
  console.log(fanion.status.state)
})
`

/** Starts a program. `line` returns its next output line. */
const start = (program: string, args: readonly string[], env: Record<string, string> = {}) => {
  const variables = { PATH: process.env['PATH'] ?? '', HOME: folder, ...shop.env, ...env }
  const child = endsWithFile(
    spawn(program, args, { cwd: folder, env: variables, stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { line: async () => (await lines.next()).value, exit: once(child, 'exit').then(([code]) => code) }
}

const claimed: readonly Runtime[] = [
  node('20.11.1'),
  node('22.23.3'),
  node('24.21.0'),
  { ...bun, name: `Bun ${bun.version}`, args: ['run'] },
  deno,
]

describe.each(claimed.flatMap((runtime) => ['node', 'edge'].map((entry) => ({ ...runtime, entry, runtime }))))(
  '@fanion/sdk/$entry under $name',
  ({ runtime, entry }) => {
    it('evaluates, follows a publish, closes and ends', async (test) => {
      const program = await programOf(test, runtime)
      await shop.turn(true)
      const file = `follow-${entry}.mjs`
      await writeFile(path.join(folder, file), followOf(entry))
      const { line, exit } = start(program, [...runtime.args, file])
      expect(await line()).toBe('page false ready bootstrap')
      expect(await line()).toBe('ready true true false stream')
      await shop.turn(false)
      expect(await line()).toBe('changed checkout false')
      expect(await line()).toBe('closed')
      expect(await exit).toBe(0)
    })
  },
)

/** A worker with one response that streams each value until the flag is off. */
const following = `
import { createFanion, defineFlags } from '@fanion/sdk/edge'
const flags = defineFlags({ checkout: { type: 'boolean', default: true } })
export default {
  async fetch(request, env, ctx) {
    const fanion = createFanion({ url: env.FANION_URL, key: env.FANION_KEY, flags })
    const { readable, writable } = new TransformStream()
    const writer = writable.getWriter()
    const value = () => fanion.flags.checkout({ targetingKey: 'user-1' })
    const tell = (text) => writer.write(new TextEncoder().encode(text + '\\n'))
    ctx.waitUntil((async () => {
      const off = new Promise((resolve) => fanion.on('change', () => { if (!value()) resolve() }))
      const { ready, reason } = await fanion.ready()
      await tell((ready ? 'ready ' : reason) + value())
      await off
      await tell('changed ' + value())
      await fanion.close()
      await tell(fanion.status.state)
      await writer.close()
    })())
    return new Response(readable)
  },
}
`

/** A worker that renders a page and creates its client outside of any request, as pages do. */
const rendering = `
import { createFanion, defineFlags } from '@fanion/sdk/browser'
const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const answers = { flags: [{ key: 'checkout', value: true, variant: 'on', reason: 'STATIC' }] }
const page = createFanion({ url: 'http://127.0.0.1:9', key: 'fan_cli_${'A'.repeat(43)}', flags, answers })
const told = () => [page.flags.checkout(), page.status.state, page.status.source].join(' ')
export default { fetch: async () => new Response(told()) }
`

describe('@fanion/sdk/edge under workerd', () => {
  const serve = async (test: TestContext, source: string) => {
    const program = await programOf(test, workerd)
    const stdin = { contents: source, resolveDir: folder, loader: 'js' as const }
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false, conditions: ['workerd'] })
    await writeFile(path.join(folder, 'worker.js'), outputFiles[0]?.text ?? '')
    const port = await freePort()
    const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .shop),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const shop :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "FANION_URL", fromEnvironment = "FANION_URL"),
    (name = "FANION_KEY", fromEnvironment = "FANION_KEY"),
  ],
);
`
    await writeFile(path.join(folder, 'config.capnp'), config)
    return startListening([program, ...workerd.args], { cwd: folder, env: shop.env, port })
  }

  it('examples/worker.js evaluates for each request', async (test) => {
    await shop.turn(true)
    const site = await serve(test, await readFile(path.join(root, 'examples/worker.js'), 'utf8'))
    const answers = ['user-1', 'user-2', 'user-1'].map(async (user) =>
      (await fetch(site.url, { headers: { 'x-user': user } })).text(),
    )
    expect(await Promise.all(answers)).toEqual(['checkout: true\n', 'checkout: false\n', 'checkout: true\n'])
    await site.stop()
    expect(site.said()).toBe('')
  })

  it('a page that a worker renders serves what it was handed and asks nobody', async (test) => {
    const site = await serve(test, rendering)
    expect(await (await fetch(site.url)).text()).toBe('true ready bootstrap')
    await site.stop()
    expect(site.said()).toBe('')
  })

  it('follows a publish for as long as a request lasts, and closes', async (test) => {
    await shop.turn(true)
    const site = await serve(test, following)
    const response = await fetch(site.url)
    const lines = createInterface({ input: (await import('node:stream')).Readable.fromWeb(response.body as never) })
    const told = lines[Symbol.asyncIterator]()
    expect((await told.next()).value).toBe('ready true')
    await shop.turn(false)
    expect((await told.next()).value).toBe('changed false')
    expect((await told.next()).value).toBe('closed')
    expect((await told.next()).done).toBe(true)
    await site.stop()
    expect(site.said()).toBe('')
  })
})
