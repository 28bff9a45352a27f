import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../sdk/installed.ts'
import { aChromium } from '../support/chromium.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { startListening } from '../support/listening.ts'
import { tools } from '../support/tool.ts'
import { aShop, type Shop } from './shop.ts'

const run = promisify(execFile)

/** The example of each server framework and the packages that it needs. */
const servers = [
  { example: 'express.mjs', packages: ['express@5.3.0'] },
  { example: 'fastify.mjs', packages: ['fastify@5.12.8'] },
  { example: 'hono.mjs', packages: ['hono@4.13.19', '@hono/node-server@2.1.8'] },
  {
    example: 'nest.ts',
    packages: ['@nestjs/core', '@nestjs/common', '@nestjs/platform-express']
      .map((name) => `${name}@12.5.1`)
      .concat('reflect-metadata@0.2.2', 'rxjs@7.8.2'),
  },
]

let shop: Shop
let home: string
let browser: Browser
beforeAll(async () => {
  shop = await aShop()
  home = await aFolder('frameworks')
  browser = await aChromium()
})

/** Creates a folder with an example, the SDK and the packages of a framework. */
const setUp = async (example: string, modules: string) => {
  const folder = path.join(home, example.replaceAll('.', '-'))
  await mkdir(folder)
  await shop.install(folder, modules)
  const source = await readFile(path.join(root, 'examples', example), 'utf8')
  const file = path.join(folder, example.replace(/\.ts$/, '.mjs'))
  // compiles decorators like Nest's own compiler
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } }
  const { code } = example.endsWith('.ts')
    ? await transform(source, { loader: 'ts', target: 'es2022', tsconfigRaw })
    : { code: source }
  await writeFile(file, code)
  return { folder, file }
}

describe.each(servers)('examples/$example', ({ example, packages }) => {
  it('answers each of many requests at once for its own visitor, follows a publish, and ends', async (test) => {
    await shop.turn(true)
    const { folder, file } = await setUp(example, await tools(test, ...packages))
    const port = await freePort()
    const app = await startListening([process.execPath, file], { cwd: folder, env: shop.env, port })
    const price = async (user: string, body?: string) => {
      const headers = { 'x-user': user, 'content-type': 'text/plain' }
      const response = await fetch(`${app.url}/price`, { headers, ...(body && { method: 'POST', body }) })
      return `${response.status} ${await response.text()}`
    }
    const asked = Array.from({ length: 60 }, (_, at) => ({
      user: `user-${1 + (at % 2)}`,
      body: at % 3 ? 'x'.repeat(at) : '',
    }))
    const answers = await Promise.all(asked.map(({ user, body }) => price(user, body)))
    expect(answers.map((answer) => answer.replace(/^201/, '200'))).toEqual(
      asked.map(({ user }) => (user === 'user-1' ? '200 new' : '200 old')),
    )
    await shop.turn(false)
    await expect.poll(() => price('user-1')).toBe('200 old')
    expect(await app.stop()).toSatisfy((code) => code === 0 || code === 'SIGTERM')
    expect(app.said()).toBe('')
  })
})

/** The example of each frontend framework, its packages, and its Vite plugin. */
const pages = [
  { example: 'vue', packages: ['vue@3.5.45', '@vitejs/plugin-vue@6.0.11'], plugin: '@vitejs/plugin-vue' },
  {
    example: 'svelte',
    packages: ['svelte@5.57.3', '@sveltejs/vite-plugin-svelte@7.3.1'],
    plugin: '@sveltejs/vite-plugin-svelte',
  },
]

describe.each(pages)('examples/$example', ({ example, packages, plugin }) => {
  it('built by Vite, shows the value in Chromium, and the next one', async (test) => {
    await shop.turn(true)
    const modules = await tools(test, ...packages, 'vite@8.3.8')
    const folder = path.join(home, example)
    await cp(path.join(root, 'examples', example), folder, { recursive: true })
    await shop.install(folder, modules)
    const settings = JSON.stringify({ url: shop.url, key: shop.clientKey })
    const page = `<!doctype html><main></main><script>window.fanionSettings = ${settings}</script>
<script type="module" src="/main.js"></script>`
    await writeFile(path.join(folder, 'index.html'), page)
    const config = `import * as plugin from '${plugin}'
export default { plugins: [(plugin.default ?? plugin.svelte)()] }`
    await writeFile(path.join(folder, 'vite.config.mjs'), config)
    const vite = path.join(folder, 'node_modules/vite/bin/vite.js')
    const env = { ...process.env, NODE_ENV: 'production' }
    await run(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: folder, env })
    const port = await freePort()
    const preview = [process.execPath, vite, 'preview', '--port', String(port), '--host', '127.0.0.1'] as const
    const site = await startListening(preview, { cwd: folder, env: {}, port })
    const tab = await browser.newPage()
    const faults: string[] = []
    tab.on('pageerror', (error) => faults.push(error.message))
    await tab.goto(site.url)
    await tab.getByText('checkout: true').waitFor()
    await shop.turn(false)
    await tab.getByText('checkout: false').waitFor()
    expect(faults).toEqual([])
    await tab.close()
    await site.stop()
  })
})
